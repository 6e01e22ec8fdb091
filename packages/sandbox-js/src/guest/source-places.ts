import { SourceMap, type SourceMapPayload } from "node:module";

/** Longest name of a source that is shown. */
const NAME_UNITS = 200;
const COMMENT = /\/\/[#@] sourceMappingURL=(\S+)\s*$/;
const INLINE = /^data:application\/json(?:;charset=[\w-]+)?;base64,(.*)$/s;

/** Reads the text of a file of the plugin; undefined where there is none that can be read. */
export type ReadText = (name: string) => string | undefined;

/** Finds where code came from before it was bundled, by the source maps that its modules name. A map that is no map changes nothing. */
export class SourcePlaces {
  readonly #read: ReadText;
  readonly #maps: Map<string, SourceMap | undefined> = new Map();

  constructor(read: ReadText) {
    this.#read = read;
  }

  /** The author's place for `run.js:1:2`, as `src/tool.ts:3:4`; undefined where nothing tells. Lines and columns from 1. */
  find(place: string): string | undefined {
    const [, name, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? [];
    if (name === undefined) return undefined;
    try {
      const entry = this.#mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !("originalSource" in entry) || typeof entry.originalSource !== "string") return undefined;
      return `${shown(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    } catch {
      return undefined;
    }
  }

  #mapOf(name: string): SourceMap | undefined {
    if (this.#maps.has(name)) return this.#maps.get(name);
    this.#maps.set(name, undefined);
    const text = this.#mapText(name);
    // A text that is no map makes the constructor throw, and stays no map.
    const map = text === undefined ? undefined : new SourceMap(JSON.parse(text) as SourceMapPayload);
    this.#maps.set(name, map);
    return map;
  }

  #mapText(name: string): string | undefined {
    const address = COMMENT.exec(this.#read(name) ?? "")?.[1];
    const inline = address === undefined ? undefined : INLINE.exec(address)?.[1];
    if (inline !== undefined) return Buffer.from(inline, "base64").toString("utf8");
    return this.#read(`${name}.map`);
  }
}

/** A source's name without the way to it: what a bundler wrote leads up from the bundle's folder. */
function shown(source: string): string {
  return source.replace(/^file:\/\//, "").replace(/^(\.\.?\/)+/, "").replace(/[\s()\p{Cc}]/gu, "_").slice(0, NAME_UNITS);
}
