/** Most characters of one line that are looked at: a pattern is not run over more than it could need. */
const lineCharacters = 4096;

/** Lowest port that a process without privileges can listen on. */
const lowestPort = 1024;

/** Finds the port that a server announces in its output, line by line. */
export class PortReader {
  readonly #pattern: RegExp;
  #line = "";

  /** @param pattern its group `port`, or else its first group, is the port. */
  constructor(pattern: RegExp) {
    // Without the flags that make a pattern remember where it was.
    this.#pattern = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, ""));
  }

  /** Takes a piece of output; gives the port once a whole line has one. */
  take(text: string): number | undefined {
    const lines = text.split(/\r?\n|\r/);
    for (const [index, part] of lines.entries()) {
      if (index > 0) this.#line = "";
      this.#line = (this.#line + part).slice(0, lineCharacters);
      const port = index < lines.length - 1 ? this.#portIn(this.#line) : undefined;
      if (port !== undefined) return port;
    }
    return undefined;
  }

  #portIn(line: string): number | undefined {
    const found = this.#pattern.exec(line);
    const digits = found?.groups?.["port"] ?? found?.[1] ?? "";
    const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
    return port >= lowestPort && port <= 65_535 ? port : undefined;
  }
}
