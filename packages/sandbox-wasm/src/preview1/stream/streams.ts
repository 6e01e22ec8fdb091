/** Where a guest's standard input comes from. */
export interface InputStream {
  /** Bytes that can still be read. */
  readonly available: number;
  /** Copies up to `length` bytes into `target` and gives how many; 0 at the end. */
  read(target: Uint8Array, offset: number, length: number): number;
}

/** Where a guest's standard output or error goes. */
export interface OutputStream {
  /** Takes a copy of a part of `source`. Throws an `AmbitError` to end the guest, as at a limit. */
  write(source: Uint8Array, offset: number, length: number): void;
}
