import type { RootAccess } from "@ambit/directory-handles";

/** WASI preview1 rights, as bits. All of them fit into 30 bits, so that the host counts with numbers instead of 64-bit integers. */
export const right = {
  FD_DATASYNC: 0x1,
  FD_READ: 0x2,
  FD_SEEK: 0x4,
  FD_FDSTAT_SET_FLAGS: 0x8,
  FD_SYNC: 0x10,
  FD_TELL: 0x20,
  FD_WRITE: 0x40,
  FD_ADVISE: 0x80,
  FD_ALLOCATE: 0x100,
  PATH_CREATE_DIRECTORY: 0x200,
  PATH_CREATE_FILE: 0x400,
  PATH_LINK_SOURCE: 0x800,
  PATH_LINK_TARGET: 0x1000,
  PATH_OPEN: 0x2000,
  FD_READDIR: 0x4000,
  PATH_READLINK: 0x8000,
  PATH_RENAME_SOURCE: 0x10000,
  PATH_RENAME_TARGET: 0x20000,
  PATH_FILESTAT_GET: 0x40000,
  PATH_FILESTAT_SET_SIZE: 0x80000,
  PATH_FILESTAT_SET_TIMES: 0x100000,
  FD_FILESTAT_GET: 0x200000,
  FD_FILESTAT_SET_SIZE: 0x400000,
  FD_FILESTAT_SET_TIMES: 0x800000,
  PATH_SYMLINK: 0x1000000,
  PATH_REMOVE_DIRECTORY: 0x2000000,
  PATH_UNLINK_FILE: 0x4000000,
  POLL_FD_READWRITE: 0x8000000,
} as const;

/** What may change a directory or what is in it: absent from every descriptor below a root for reading. */
const directoryChanges: number =
  right.PATH_CREATE_DIRECTORY | right.PATH_CREATE_FILE | right.PATH_LINK_SOURCE | right.PATH_LINK_TARGET | right.PATH_RENAME_SOURCE |
  right.PATH_RENAME_TARGET | right.PATH_FILESTAT_SET_SIZE | right.PATH_FILESTAT_SET_TIMES | right.FD_FILESTAT_SET_TIMES |
  right.PATH_SYMLINK | right.PATH_REMOVE_DIRECTORY | right.PATH_UNLINK_FILE;

const directoryReads: number =
  right.PATH_OPEN | right.FD_READDIR | right.PATH_READLINK | right.PATH_FILESTAT_GET | right.FD_FILESTAT_GET | right.FD_SYNC | right.FD_DATASYNC;

/** What may change a file. */
const fileChanges: number = right.FD_WRITE | right.FD_ALLOCATE | right.FD_FILESTAT_SET_SIZE | right.FD_FILESTAT_SET_TIMES;

const fileReads: number =
  right.FD_READ | right.FD_SEEK | right.FD_TELL | right.FD_ADVISE | right.FD_FDSTAT_SET_FLAGS | right.FD_FILESTAT_GET | right.FD_SYNC |
  right.FD_DATASYNC | right.POLL_FD_READWRITE;

/** All rights that mean something on a file. */
export const fileRights: number = fileReads | fileChanges;

/** All rights that mean something on a directory. */
export const directoryRights: number = directoryReads | directoryChanges;

/** The rights by which a file must be opened for writing. */
export const writingRights: number = right.FD_WRITE | right.FD_ALLOCATE | right.FD_FILESTAT_SET_SIZE;

/** The rights of a preopened directory: its own, and those that descriptors opened below it can have. */
export function preopenRights(access: RootAccess): { readonly base: number; readonly inheriting: number } {
  const base = access === "write" ? directoryRights : directoryReads;
  return { base, inheriting: base | (access === "write" ? fileRights : fileReads) };
}

/** A guest's 64-bit rights word as a number; unknown bits fall away. */
export function rightsFromGuest(word: bigint): number {
  return Number(BigInt.asUintN(30, word));
}
