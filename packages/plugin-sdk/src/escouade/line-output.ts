/** A program's standard output or error: what is written comes out in whole lines. */
export class LineOutput {
  readonly #onLine: (line: string) => void;
  #partial = "";

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Writes text; an encoding is passed over, a callback is called. Tells that more may be written. */
  write(text: unknown, encoding?: unknown, done?: unknown): boolean {
    const lines = (this.#partial + textOf(text)).split("\n");
    this.#partial = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") this.#onLine(line);
    const callback = typeof encoding === "function" ? encoding : done;
    if (typeof callback === "function") queueMicrotask(() => (callback as () => void)());
    return true;
  }
}

function textOf(given: unknown): string {
  return ArrayBuffer.isView(given) ? new TextDecoder().decode(given as Uint8Array) : String(given);
}
