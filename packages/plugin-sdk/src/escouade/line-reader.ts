import type { LineInput } from "./line-input.ts";

/** Reads the lines of an input, as Node's `readline` does. */
export class LineReader {
  readonly #input: LineInput;

  constructor(input: LineInput) {
    this.#input = input;
  }

  /** Takes a listener for `line`; the input never ends, so that any other is never called. */
  on(event: string, listener: (line: string) => void): this {
    if (event === "line") this.#input.on("data", (chunk) => listener(chunk.slice(0, -1)));
    return this;
  }

  /** Lines as they come, without an end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, void> {
    for await (const chunk of this.#input) yield chunk.slice(0, -1);
  }
}

/** Node's `readline.createInterface` for a program's standard input; for bundles, in the place of `node:readline`. */
export function createInterface({ input }: { readonly input: LineInput }): LineReader {
  return new LineReader(input);
}
