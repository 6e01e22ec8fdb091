import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import { terminalText } from "@ambit/api-host";
import { AmbitError, errorRegistry, type JsonValue, toErrorReply } from "@ambit/api-types";

/** Where a command writes: results to one stream, everything said about them to the other. */
export interface Output {
  /** Machine-readable output was asked for. */
  readonly json: boolean;
  /** A command's result. */
  result(value: JsonValue, human: string): void;
  /** Something a person should know; not part of the result. */
  note(text: string): void;
  /** Something that takes a while has begun; for people, and in no case part of the result. */
  progress(text: string): void;
  error(error: unknown): void;
}

/**
 * Writes to standard output and standard error; colours only on a terminal. What plugins and their manifests say gives the
 * terminal no orders: the colours of {@link paint} alone do.
 */
export function createOutput(json: boolean): Output {
  return {
    json,
    result: (value, human) => void process.stdout.write(`${json ? asciiControls(JSON.stringify(value)) : shown(human, process.stdout)}\n`),
    note: (text) => {
      if (!json) process.stderr.write(`${shown(text, process.stderr)}\n`);
    },
    progress: (text) => void process.stderr.write(`${shown(paint("dim", `${text} ...`), process.stderr)}\n`),
    error: (error) => {
      if (json) process.stdout.write(`${asciiControls(JSON.stringify({ error: toErrorReply(error) }))}\n`);
      else process.stderr.write(`${shown(describe(error), process.stderr)}\n`);
    },
  };
}

function describe(error: unknown): string {
  if (!AmbitError.isInstance(error)) return paint("red", error instanceof Error ? error.message : String(error));
  const { limit } = error.details;
  return `${paint("red", error.code)}${limit === undefined ? "" : ` (${limit})`}: ${error.message}\n${errorRegistry[error.code].remedy}`;
}

/** A colour of this program's own. */
export type Colour = "red" | "green" | "yellow" | "dim" | "bold";

// Stands around painted text until it is written. Nobody else can know it, so nobody else's text is painted.
const mark = randomUUID();
const painted = new RegExp(`<${mark} (\\w+)>([\\s\\S]*?)</${mark}>`, "g");

/** Colours a text where the output that it goes to is a terminal that takes colours. */
export function paint(colour: Colour, text: string): string {
  return `<${mark} ${colour}>${text}</${mark}>`;
}

function shown(text: string, stream: NodeJS.WriteStream): string {
  return terminalText(text).replace(painted, (_whole, colour: Colour, inner: string) => styleText(colour, inner, { stream }));
}

/** JSON in which what a terminal could take for an order is escaped: the same value, and safe to look at. */
function asciiControls(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
