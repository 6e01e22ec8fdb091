import type { DirectoryHandle, OpenFile } from "@ambit/directory-handles";
import type { InputStream, OutputStream } from "../stream/streams.ts";
import type { DirectoryCursor } from "./directory-cursor.ts";

/** What every descriptor has. */
interface DescriptorBase {
  /** Rights on this descriptor, and those that descriptors opened through it can have. */
  rights: number;
  inheriting: number;
  /** The `fdflags` word. */
  flags: number;
}

/** An open regular file. The position is the host's, since the system's own is never used. */
export interface FileDescriptor extends DescriptorBase {
  readonly kind: "file";
  readonly file: OpenFile;
  position: number;
}

/** An open directory. `preopenName` is set on those that were there at the start; the host, not the guest, closes these. */
export interface DirectoryDescriptor extends DescriptorBase {
  readonly kind: "directory";
  readonly directory: DirectoryHandle;
  readonly preopenName: Uint8Array | undefined;
  cursor: DirectoryCursor | undefined;
}

/** Standard input. */
export interface InputDescriptor extends DescriptorBase {
  readonly kind: "input";
  readonly stream: InputStream;
}

/** Standard output or error. */
export interface OutputDescriptor extends DescriptorBase {
  readonly kind: "output";
  readonly stream: OutputStream;
}

/** What a number in the guest's table stands for. */
export type Descriptor = FileDescriptor | DirectoryDescriptor | InputDescriptor | OutputDescriptor;

/** Lets go of what a descriptor holds. A preopened directory stays open for its owner. */
export function closeDescriptor(descriptor: Descriptor): void {
  if (descriptor.kind === "file") descriptor.file.close();
  if (descriptor.kind !== "directory") return;
  descriptor.cursor?.close();
  descriptor.cursor = undefined;
  if (descriptor.preopenName === undefined) descriptor.directory.close();
}
