/** A fault of the text itself: nothing after it can be read. */
export class JsonSyntaxError extends Error {
  /** Where it is, in UTF-16 units from the start. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = "JsonSyntaxError";
    this.offset = offset;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
/** White space and the comments of JSONC. */
const SPACE_AND_COMMENTS = /(?:[ \t\n\r]|\/\/[^\n\r]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y;
const WORD = /[A-Za-z]+/y;
/** Between the quotes: anything from the space on but `"` and `\`, or an escape. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** Reads the tokens of strict JSON (RFC 8259) one after the other: no bare words, and comments only where they are asked for. */
export class JsonCursor {
  readonly text: string;
  offset = 0;

  readonly #space: RegExp;

  constructor(text: string, comments: boolean = false) {
    this.text = text;
    this.#space = comments ? SPACE_AND_COMMENTS : SPACE;
  }

  /** Goes past white space and gives the next character; empty at the end. */
  peek(): string {
    this.#match(this.#space);
    return this.text.charAt(this.offset);
  }

  /** Goes past one character that must be next. */
  expect(character: string, where: string): void {
    if (this.peek() !== character) throw this.fault(`expected "${character}" ${where}`);
    this.offset += 1;
  }

  /** Reads a string and decodes its escapes. */
  string(): string {
    const start = this.offset;
    const token = this.#match(STRING);
    if (token === undefined) throw new JsonSyntaxError("a string that does not end, or holds a control character or an unknown escape", start);
    const value = JSON.parse(token) as string;
    if (!value.isWellFormed()) throw new JsonSyntaxError("a string with half of a surrogate pair", start);
    return value;
  }

  /** Reads a number, `true`, `false` or `null`. */
  scalar(): number | boolean | null {
    const start = this.offset;
    const number = this.#match(NUMBER);
    if (number !== undefined) return this.#finite(number, start);
    const word = this.#match(WORD);
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    throw new JsonSyntaxError("expected a JSON value", start);
  }

  /** A fault at the present place. */
  fault(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, this.offset);
  }

  #finite(text: string, start: number): number {
    const value = Number(text);
    if (!Number.isFinite(value)) throw new JsonSyntaxError("a number too large to be kept", start);
    if (/[\w.]/.test(this.text.charAt(this.offset))) throw new JsonSyntaxError("a number that is not one of JSON", start);
    return value;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.offset += found.length;
    return found;
  }
}
