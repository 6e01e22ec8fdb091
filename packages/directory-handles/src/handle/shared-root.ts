import { closeSync } from "node:fs";
import type { RootAccess } from "./directory-handle.ts";
import type { HandleOwner } from "./handle-owner.ts";
import type { NameGuard } from "../names/name-guard.ts";
import { Refusal } from "../outcome/refusal.ts";

/** Most descriptors that one operation holds on its way: the deepest path below a root that can be walked. */
const maxLoose = 1024;

/** What every handle below one root shares. */
export class SharedRoot {
  readonly access: RootAccess;
  readonly owner: HandleOwner;
  /** Undefined when no name is closed: the common case costs nothing. */
  readonly guard: NameGuard | undefined;
  /** Most bytes that a file is made to have. */
  readonly maxFileBytes: number;
  /**
   * Descriptors that are open and belong to no handle yet, last opened last. They are put in and taken out by plain assignments right
   * after the system call: an operation that is cut short, as by a full stack, has then neither lost one nor closed one twice.
   */
  readonly loose: Int32Array = new Int32Array(maxLoose);
  looseCount = 0;

  constructor(access: RootAccess, guard: NameGuard, owner: HandleOwner, maxFileBytes: number = Number.POSITIVE_INFINITY) {
    this.access = access;
    this.owner = owner;
    this.guard = guard.open ? undefined : guard;
    this.maxFileBytes = maxFileBytes;
  }

  /** Refuses any change below a root that is only for reading, before a path is looked at. */
  checkWritable(): void {
    if (this.access !== "write") throw new Refusal("read-only");
  }

  /** Refuses to make a file of this many bytes where that is more than one may have. */
  checkSize(bytes: number): void {
    if (bytes > this.maxFileBytes) throw new Refusal("too-large");
  }

  /** Closes what an operation that was cut short has left open. Only while none is under way. */
  settle(): void {
    while (this.looseCount > 0) {
      closeSync(this.loose[this.looseCount - 1] ?? -1);
      this.looseCount -= 1;
    }
  }
}
