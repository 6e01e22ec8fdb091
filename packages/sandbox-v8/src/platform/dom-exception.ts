/** The numbers that names of errors had before they had names. */
const CODES: Readonly<Record<string, number>> = {
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7, NotFoundError: 8,
  NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14,
  InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22,
  TimeoutError: 23, InvalidNodeTypeError: 24, DataCloneError: 25,
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
