/** The error numbers of WASI preview1 that this host answers with, by their names there. */
export const errno = {
  SUCCESS: 0,
  ACCES: 2,
  BADF: 8,
  BUSY: 10,
  EXIST: 20,
  FAULT: 21,
  FBIG: 22,
  ILSEQ: 25,
  INVAL: 28,
  IO: 29,
  ISDIR: 31,
  LOOP: 32,
  MFILE: 33,
  MLINK: 34,
  NAMETOOLONG: 37,
  NOENT: 44,
  NOSPC: 51,
  NOSYS: 52,
  NOTDIR: 54,
  NOTEMPTY: 55,
  NOTSOCK: 57,
  NOTSUP: 58,
  PERM: 63,
  ROFS: 69,
  SPIPE: 70,
  XDEV: 75,
  NOTCAPABLE: 76,
} as const;

/** One of those numbers. */
export type Errno = (typeof errno)[keyof typeof errno];
