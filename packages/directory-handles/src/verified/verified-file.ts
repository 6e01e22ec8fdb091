import { closeSync, fstatSync, readSync } from "node:fs";
import { toFileStat, type FileStat } from "../handle/file-stat.ts";
import type { OwnedHandle } from "../handle/handle-owner.ts";
import type { OpenFile } from "../handle/open-file.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { outcomeOf, type Outcome } from "../outcome/outcome.ts";
import { Refusal, type RefusalReason } from "../outcome/refusal.ts";
import { reasonOf } from "../outcome/system-refusal.ts";

const readOnly: Outcome<void> = { ok: false, reason: "read-only" };

/** A regular file open for reading, checked after it was opened. */
export class VerifiedFile implements OpenFile, OwnedHandle {
  readonly kind = "file";
  slot = -1;
  readonly #root: SharedRoot;
  #descriptor: number;

  /** Takes over `descriptor`, the loose one that was opened last. */
  constructor(root: SharedRoot, descriptor: number) {
    this.#root = root;
    this.#descriptor = descriptor;
    root.owner.add(this);
    root.looseCount -= 1;
  }

  read(target: Uint8Array, offset: number, length: number, position: number): number | RefusalReason {
    try {
      return readSync(this.#held(), target, offset, length, position);
    } catch (thrown) {
      return reasonOf(thrown);
    }
  }

  write(): RefusalReason {
    return "read-only";
  }

  stat(): Outcome<FileStat> {
    return outcomeOf(() => toFileStat(fstatSync(this.#held(), { bigint: true })));
  }

  size(): number | RefusalReason {
    try {
      return fstatSync(this.#held()).size;
    } catch (thrown) {
      return reasonOf(thrown);
    }
  }

  truncate(): Outcome<void> {
    return readOnly;
  }

  setTimes(): Outcome<void> {
    return readOnly;
  }

  setAppend(): Outcome<void> {
    return readOnly;
  }

  sync(): Outcome<void> {
    return outcomeOf(() => void this.#held());
  }

  close(): void {
    if (this.#descriptor >= 0) {
      closeSync(this.#descriptor);
      this.#descriptor = -1;
    }
    this.#root.owner.remove(this);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #held(): number {
    if (this.#descriptor < 0) throw new Refusal("closed");
    return this.#descriptor;
  }
}
