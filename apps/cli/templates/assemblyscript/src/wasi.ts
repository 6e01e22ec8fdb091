// Standard input and output by WASI preview1.

@external("wasi_snapshot_preview1", "fd_read")
declare function fd_read(fd: i32, vectors: usize, count: i32, read: usize): i32;
@external("wasi_snapshot_preview1", "fd_write")
declare function fd_write(fd: i32, vectors: usize, count: i32, written: usize): i32;
@external("wasi_snapshot_preview1", "proc_exit")
declare function proc_exit(code: i32): void;

const PIECE: i32 = 65536;
/** One vector (address, length), and where the count of bytes is put. */
const vector = memory.data(12);

function transfer(address: usize, length: i32, isRead: bool): i32 {
  store<u32>(vector, <u32>address);
  store<u32>(vector, length, 4);
  const failed = isRead ? fd_read(0, vector, 1, vector + 8) : fd_write(1, vector, 1, vector + 8);
  if (failed != 0) proc_exit(1);
  return load<i32>(vector + 8);
}

/** All of standard input as text. */
export function readInput(): string {
  const all: u8[] = [];
  const piece = new Uint8Array(PIECE);
  for (let got = transfer(piece.dataStart, PIECE, true); got > 0; got = transfer(piece.dataStart, PIECE, true)) {
    for (let at = 0; at < got; at++) all.push(piece[at]);
  }
  return String.UTF8.decodeUnsafe(changetype<usize>(StaticArray.fromArray(all)), all.length);
}

/** Writes a text to standard output. */
export function writeOutput(text: string): void {
  const bytes = String.UTF8.encode(text);
  let at: i32 = 0;
  while (at < bytes.byteLength) at += transfer(changetype<usize>(bytes) + at, bytes.byteLength - at, false);
}

/** What the compiler calls where a check fails. */
export function abort(message: string, file: string, line: u32, column: u32): void {
  proc_exit(134);
}
