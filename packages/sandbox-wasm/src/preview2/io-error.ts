/** `wasi:io/error`: why a stream failed. It says nothing of the host. */
export class IoError {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toDebugString(): string {
    return this.#text;
  }
}
