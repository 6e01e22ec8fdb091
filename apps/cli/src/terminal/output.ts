import { styleText } from "node:util";
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

/** Writes to standard output and standard error; colours only on a terminal. */
export function createOutput(json: boolean): Output {
  return {
    json,
    result: (value, human) => void process.stdout.write(`${json ? JSON.stringify(value) : human}\n`),
    note: (text) => {
      if (!json) process.stderr.write(`${text}\n`);
    },
    progress: (text) => void process.stderr.write(`${paint("dim", `${text} ...`)}\n`),
    error: (error) => {
      if (json) process.stdout.write(`${JSON.stringify({ error: toErrorReply(error) })}\n`);
      else process.stderr.write(`${describe(error)}\n`);
    },
  };
}

function describe(error: unknown): string {
  if (!AmbitError.isInstance(error)) return paint("red", error instanceof Error ? error.message : String(error));
  const { limit } = error.details;
  return `${paint("red", error.code)}${limit === undefined ? "" : ` (${limit})`}: ${shownText(error.message, process.stderr.isTTY)}\n${errorRegistry[error.code].remedy}`;
}

/** Colours a text where both outputs are terminals that take colours: a text does not know to which of them it goes. */
export function paint(colour: "red" | "green" | "yellow" | "dim" | "bold", text: string): string {
  const stream = process.stdout.isTTY ? process.stderr : process.stdout;
  return styleText(colour, text, { stream });
}

/** Controls that make a terminal do something; a line's end and a tab are not of them. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** A plugin's text as a terminal may show it: its controls spelled out. Where the output is no terminal, it is left as it is. */
export function shownText(text: string, isTerminal: boolean = process.stdout.isTTY): string {
  return isTerminal ? text.replaceAll(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`) : text;
}
