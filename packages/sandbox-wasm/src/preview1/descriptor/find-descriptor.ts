import { errno, type Errno } from "../errno/errno.ts";
import type { DirectoryDescriptor, FileDescriptor } from "./descriptor.ts";
import type { DescriptorTable } from "./descriptor-table.ts";

/** The file that `fd` stands for, if it has the rights; else the error number. */
export function findFile(table: DescriptorTable, fd: number, rights: number): FileDescriptor | Errno {
  const descriptor = table.get(fd >>> 0);
  if (descriptor === undefined) return errno.BADF;
  if (descriptor.kind === "directory") return errno.ISDIR;
  if (descriptor.kind !== "file") return errno.SPIPE;
  return (descriptor.rights & rights) === rights ? descriptor : errno.NOTCAPABLE;
}

/** The directory that `fd` stands for, if it has the rights; else the error number. */
export function findDirectory(table: DescriptorTable, fd: number, rights: number): DirectoryDescriptor | Errno {
  const descriptor = table.get(fd >>> 0);
  if (descriptor === undefined) return errno.BADF;
  if (descriptor.kind !== "directory") return errno.NOTDIR;
  return (descriptor.rights & rights) === rights ? descriptor : errno.NOTCAPABLE;
}
