import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { toFileStat, type FileStat } from "../handle/file-stat.ts";
import type { OwnedHandle } from "../handle/handle-owner.ts";
import type { OpenFile } from "../handle/open-file.ts";
import type { TimeChange } from "../handle/options.ts";
import { outcomeOf, type Outcome } from "../outcome/outcome.ts";
import { Refusal, type RefusalReason } from "../outcome/refusal.ts";
import { reasonOf } from "../outcome/system-refusal.ts";
import { checkRegular } from "./leaf.ts";
import { heldPath } from "./open-flags.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { applyTimes } from "./times.ts";

/** A regular file, held by descriptor. Read-only files are opened on the first read: many are only looked at. */
export class ProcFile implements OpenFile, OwnedHandle {
  readonly kind = "file";
  slot = -1;
  readonly #root: SharedRoot;
  #named: number;
  #data: number;
  #flags: number;
  readonly #writable: boolean;

  /**
   * Takes over the loose descriptor that was opened last.
   *
   * @param named A descriptor that only names the file, or -1 when `data` is open already.
   * @param data A descriptor open with `flags`, or -1 to open one when it is needed.
   */
  constructor(root: SharedRoot, named: number, data: number, flags: number) {
    this.#root = root;
    this.#named = named;
    this.#data = data;
    this.#flags = flags;
    this.#writable = (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0;
    root.owner.add(this);
    root.looseCount -= 1;
  }

  read(target: Uint8Array, offset: number, length: number, position: number): number | RefusalReason {
    try {
      return readSync(this.#data < 0 ? this.#activate() : this.#data, target, offset, length, position);
    } catch (thrown) {
      return reasonOf(thrown);
    }
  }

  write(source: Uint8Array, offset: number, length: number, position: number): number | RefusalReason {
    if (!this.#writable) return "read-only";
    try {
      const descriptor = this.#data < 0 ? this.#activate() : this.#data;
      return writeSync(descriptor, source, offset, this.#withinSize(descriptor, length, position), position);
    } catch (thrown) {
      return reasonOf(thrown);
    }
  }

  stat(): Outcome<FileStat> {
    return outcomeOf(() => toFileStat(fstatSync(this.#descriptor(), { bigint: true })));
  }

  size(): number | RefusalReason {
    try {
      return fstatSync(this.#descriptor()).size;
    } catch (thrown) {
      return reasonOf(thrown);
    }
  }

  truncate(size: number): Outcome<void> {
    return outcomeOf(() => {
      this.#checkWritable();
      this.#root.checkSize(size);
      ftruncateSync(this.#data, size);
    });
  }

  setTimes(change: TimeChange): Outcome<void> {
    return outcomeOf(() => {
      this.#root.checkWritable();
      checkRegular(fstatSync(this.#descriptor()), true);
      applyTimes(heldPath(this.#descriptor()), change, false);
    });
  }

  setAppend(append: boolean): Outcome<void> {
    return outcomeOf(() => {
      const flags = append ? this.#flags | constants.O_APPEND : this.#flags & ~constants.O_APPEND;
      if (flags !== this.#flags && this.#data >= 0) this.#reopen(flags);
      this.#flags = flags;
    });
  }

  sync(): Outcome<void> {
    return outcomeOf(() => {
      const descriptor = this.#descriptor();
      if (this.#writable) fsyncSync(descriptor);
    });
  }

  close(): void {
    if (this.#data >= 0) {
      closeSync(this.#data);
      this.#data = -1;
    }
    this.#closeNamed();
    this.#root.owner.remove(this);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #descriptor(): number {
    const descriptor = this.#data < 0 ? this.#named : this.#data;
    if (descriptor < 0) throw new Refusal("closed");
    return descriptor;
  }

  #activate(): number {
    if (this.#named < 0) throw new Refusal("closed");
    this.#data = openSync(heldPath(this.#named), this.#flags);
    this.#closeNamed();
    return this.#data;
  }

  /** How much of a write the file may still take: a part of it at the end, as with a system's own bound. */
  #withinSize(descriptor: number, length: number, position: number): number {
    const { maxFileBytes } = this.#root;
    if (maxFileBytes === Number.POSITIVE_INFINITY || length === 0) return length;
    const start = (this.#flags & constants.O_APPEND) === 0 ? position : fstatSync(descriptor).size;
    if (start + length <= maxFileBytes) return length;
    if (start >= maxFileBytes) throw new Refusal("too-large");
    return maxFileBytes - start;
  }

  #closeNamed(): void {
    if (this.#named < 0) return;
    closeSync(this.#named);
    this.#named = -1;
  }

  #reopen(flags: number): void {
    const next = openSync(heldPath(this.#data), flags);
    this.#named = this.#data;
    this.#data = next;
    this.#closeNamed();
  }

  #checkWritable(): void {
    this.#descriptor();
    if (!this.#writable) throw new Refusal("read-only");
  }
}
