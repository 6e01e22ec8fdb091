/** Something thrown, as the host and the author may see it. */
export interface ErrorText {
  /** `Error: text`, with the place of the plugin's code where it was made. */
  readonly message: string;
  /** The same with the plugin's own stack frames below it. */
  readonly full: string;
}

const FRAMES = 20;
const UNITS = 8192;
// Globals that plugins expect from other runtimes; an error that comes from one of them says that it is missing here.
const MISSING = /\b(Intl|process|Buffer|require|module|WebAssembly|XMLHttpRequest|Blob|File|FormData|EventSource|CompressionStream|DecompressionStream|Worker|window|document|navigator)\b.{0,3} is not defined/;

/** Tells where the code at a place such as `run.js:1:2` was written; undefined where nothing tells. */
export type Place = (place: string) => string | undefined;

let places: Place | undefined;

/** Gives errors the places of the author's own files. */
export function usePlaces(place: Place): void {
  places = place;
}

/** Describes whatever was thrown, without the frames of the sandbox itself. Never throws. */
export function errorText(thrown: unknown): ErrorText {
  try {
    const { message, full } = describe(thrown);
    return { message: cut(message), full: cut(full) };
  } catch {
    const message = "The plugin threw something that cannot be shown.";
    return { message, full: message };
  }
}

function describe(thrown: unknown): ErrorText {
  if (!(thrown instanceof Error)) {
    const message = typeof thrown === "string" ? thrown : `The plugin threw ${typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown)}.`;
    return { message, full: message };
  }
  const frames = guestFrames(thrown.stack);
  const missing = MISSING.exec(String(thrown.message))?.[1];
  const head = `${thrown.name}: ${thrown.message}${missing === undefined ? "" : ` (this sandbox does not offer ${missing})`}`;
  const place = /\(?([^\s()]+:\d+:\d+)\)?$/.exec(frames[0] ?? "")?.[1];
  return { message: place === undefined ? head : `${head} (${place})`, full: [head, ...frames].join("\n") };
}

function cut(text: string): string {
  return text.length > UNITS ? `${text.slice(0, UNITS)}…` : text;
}

/** The frames of plugin code: not the sandbox's own, not the engine's. */
function guestFrames(stack: unknown): string[] {
  if (typeof stack !== "string") return [];
  const lines = stack.split("\n").filter((line) => /^\s+at .*:\d+/.test(line) && !/\bambit:/.test(line));
  return lines.slice(0, FRAMES).map((line) => `    ${written(line.trim())}`);
}

/** A frame with the place of the author's own file, where a source map tells it. */
function written(frame: string): string {
  return frame.replace(/[^\s()]+:\d+:\d+/, (place) => places?.(place) ?? place);
}
