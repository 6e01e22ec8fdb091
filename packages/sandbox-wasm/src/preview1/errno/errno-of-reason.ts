import type { RefusalReason } from "@ambit/directory-handles";
import { errno, type Errno } from "./errno.ts";

/**
 * What a guest is told when a file operation was refused. `outside` and `fenced` are decided by names alone, before anything
 * is looked at, so that their number says nothing of what exists there.
 */
export const errnoOfReason: Readonly<Record<RefusalReason, Errno>> = {
  outside: errno.NOTCAPABLE,
  missing: errno.NOENT,
  loop: errno.LOOP,
  "not-directory": errno.NOTDIR,
  "is-directory": errno.ISDIR,
  "not-link": errno.INVAL,
  special: errno.ACCES,
  fenced: errno.NOTCAPABLE,
  protected: errno.PERM,
  "hard-link": errno.PERM,
  "dangling-link": errno.PERM,
  exists: errno.EXIST,
  "not-empty": errno.NOTEMPTY,
  "read-only": errno.ROFS,
  "invalid-name": errno.INVAL,
  "name-too-long": errno.NAMETOOLONG,
  invalid: errno.INVAL,
  "too-large": errno.FBIG,
  "too-many-open": errno.MFILE,
  "too-many-links": errno.MLINK,
  "no-space": errno.NOSPC,
  "access-denied": errno.ACCES,
  "cross-root": errno.XDEV,
  busy: errno.BUSY,
  closed: errno.BADF,
  unsupported: errno.NOTSUP,
  io: errno.IO,
};
