type Listener = (chunk: string) => void;

/** A program's standard input, as far as programs that read lines use Node's: text arrives in whole lines, each with its end. */
export class LineInput {
  readonly #listeners: Listener[] = [];
  /** Lines that came before anybody listened. */
  #waiting: string[] = [];

  /** Gives the program a line. */
  push(line: string): void {
    const chunk = `${line}\n`;
    if (this.#listeners.length === 0) this.#waiting.push(chunk);
    for (const listener of this.#listeners.slice()) listener(chunk);
  }

  /** Takes a listener for `data`; the input never ends and never fails, so that any other is never called. */
  on(event: string, listener: Listener): this {
    if (event !== "data") return this;
    this.#listeners.push(listener);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const chunk of waiting) listener(chunk);
    return this;
  }

  addListener(event: string, listener: Listener): this {
    return this.on(event, listener);
  }

  off(event: string, listener: Listener): this {
    const at = event === "data" ? this.#listeners.indexOf(listener) : -1;
    if (at !== -1) this.#listeners.splice(at, 1);
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    return this.off(event, listener);
  }

  /** The input is text already. */
  setEncoding(): this {
    return this;
  }

  resume(): this {
    return this;
  }

  /** Chunks as they come, without an end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, void> {
    const chunks: string[] = [];
    let wake = (): void => {};
    const take = (chunk: string): void => {
      chunks.push(chunk);
      wake();
    };
    this.on("data", take);
    try {
      for (;;) {
        const chunk = chunks.shift();
        if (chunk !== undefined) yield chunk;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      this.off("data", take);
    }
  }
}
