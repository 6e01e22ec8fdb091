import type { Outcome } from "../outcome/outcome.ts";
import type { RefusalReason } from "../outcome/refusal.ts";
import type { FileStat } from "./file-stat.ts";
import type { TimeChange } from "./options.ts";

/** An open regular file. Positions and sizes in bytes. Closing twice is fine; its root closes it at the latest. */
export interface OpenFile extends Disposable {
  readonly kind: "file";
  /**
   * Reads into `target` from `position` in the file, and gives the number of bytes read (0 at the end), or the reason.
   * It is no `Outcome`, so that a read costs no allocation.
   */
  read(target: Uint8Array, offset: number, length: number, position: number): number | RefusalReason;
  /** Writes at `position` (ignored when appending), and gives the number of bytes written, or the reason. */
  write(source: Uint8Array, offset: number, length: number, position: number): number | RefusalReason;
  stat(): Outcome<FileStat>;
  /** The size in bytes, or the reason. */
  size(): number | RefusalReason;
  truncate(size: number): Outcome<void>;
  setTimes(change: TimeChange): Outcome<void>;
  /** Turns appending on or off. */
  setAppend(append: boolean): Outcome<void>;
  /** Writes what is buffered to the disk. */
  sync(): Outcome<void>;
  close(): void;
}
