const CODES: Readonly<Record<string, number>> = {
  IndexSizeError: 1, NotFoundError: 8, NotSupportedError: 9, InvalidStateError: 11, SyntaxError: 12, InvalidAccessError: 15, NetworkError: 19,
  AbortError: 20, QuotaExceededError: 22, TimeoutError: 23, DataCloneError: 25, InvalidCharacterError: 5,
};

/** The standard DOMException. */
export class DOMException extends Error {
  constructor(message: string = "", name: string = "Error") {
    super(message);
    Object.defineProperty(this, "name", { value: `${name}`, configurable: true, writable: true });
  }

  get code(): number {
    return Object.hasOwn(CODES, this.name) ? (CODES[this.name] ?? 0) : 0;
  }
}
