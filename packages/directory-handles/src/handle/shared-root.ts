import type { RootAccess } from "./directory-handle.ts";
import { HandleOwner } from "./handle-owner.ts";
import { NameGuard } from "../names/name-guard.ts";
import { Refusal } from "../outcome/refusal.ts";

/** What every handle below one root shares. */
export class SharedRoot {
  readonly access: RootAccess;
  readonly owner: HandleOwner;
  /** Undefined when no name is closed: the common case costs nothing. */
  readonly guard: NameGuard | undefined;

  constructor(access: RootAccess, guard: NameGuard, owner: HandleOwner) {
    this.access = access;
    this.owner = owner;
    this.guard = guard.open ? undefined : guard;
  }

  /** Refuses any change below a root that is only for reading, before a path is looked at. */
  checkWritable(): void {
    if (this.access !== "write") throw new Refusal("read-only");
  }
}
