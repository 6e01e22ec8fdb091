import type { DirectoryHandle, OpenFile } from "@ambit/directory-handles";
import type { GuestPath } from "../preview1/path/guest-path.ts";
import type { ComponentHost } from "./component-host.ts";
import { splitPath } from "./component-path.ts";
import { descriptorStat, metadataHash, type NewTimestamp, timeChange, typeOfKind } from "./descriptor-stat.ts";
import { DirectoryEntryStream } from "./directory-entries.ts";
import { countOf, errorCodeOfReason, valueOf } from "./filesystem-error.ts";
import { InputStream, OutputStream } from "./streams.ts";
import { IoError } from "./io-error.ts";

/** Most bytes of one `descriptor.read`. */
const READ_BYTES = 1_048_576;

interface PathFlags {
  readonly symlinkFollow?: boolean;
}
interface OpenFlags {
  readonly create?: boolean;
  readonly directory?: boolean;
  readonly exclusive?: boolean;
  readonly truncate?: boolean;
}
interface DescriptorFlags {
  readonly read?: boolean;
  readonly write?: boolean;
  readonly mutateDirectory?: boolean;
  readonly fileIntegritySync?: boolean;
  readonly dataIntegritySync?: boolean;
}

/** `wasi:filesystem/types.descriptor`: a file or a directory, on a handle that cannot leave its root. */
export class Descriptor implements Disposable {
  readonly #host: ComponentHost;
  readonly #target: OpenFile | DirectoryHandle;
  readonly #flags: DescriptorFlags;
  /** A preopened directory stays open for its owner, whatever the guest drops. */
  readonly #owned: boolean;

  constructor(host: ComponentHost, target: OpenFile | DirectoryHandle, flags: DescriptorFlags, owned: boolean) {
    this.#host = host;
    this.#target = target;
    this.#flags = flags;
    this.#owned = owned;
    if (owned) host.handles.add(this);
  }

  readViaStream(offset: bigint): InputStream {
    const file = this.#file();
    let position = positionOf(offset);
    const read = (length: number): Uint8Array | undefined => {
      const bytes = new Uint8Array(length);
      const count = file.read(bytes, 0, length, position);
      if (typeof count !== "number") throw new IoError(errorCodeOfReason[count]);
      position += count;
      return count === 0 ? undefined : bytes.subarray(0, count);
    };
    return new InputStream(this.#host.state, { read });
  }

  writeViaStream(offset: bigint): OutputStream {
    const file = this.#file();
    let position = positionOf(offset);
    return new OutputStream(this.#host.state, (bytes) => {
      writeAll(file, bytes, position);
      position += bytes.length;
    });
  }

  appendViaStream(): OutputStream {
    const file = this.#file();
    return new OutputStream(this.#host.state, (bytes) => {
      const size = file.size();
      if (typeof size !== "number") throw new IoError(errorCodeOfReason[size]);
      writeAll(file, bytes, size);
    });
  }

  read(length: bigint, offset: bigint): [Uint8Array, boolean] {
    const bytes = new Uint8Array(length < BigInt(READ_BYTES) ? Number(length) : READ_BYTES);
    const count = countOf(this.#file().read(bytes, 0, bytes.length, positionOf(offset)));
    return [bytes.subarray(0, count), count === 0 && bytes.length > 0];
  }

  write(bytes: Uint8Array, offset: bigint): bigint {
    return BigInt(countOf(this.#file().write(bytes, 0, bytes.length, positionOf(offset))));
  }

  advise(): void {}

  sync(): void {
    if (this.#target.kind === "file") valueOf(this.#target.sync());
  }

  syncData(): void {
    this.sync();
  }

  getFlags(): DescriptorFlags {
    return this.#flags;
  }

  getType(): string {
    return typeOfKind[this.#target.kind];
  }

  setSize(size: bigint): void {
    valueOf(this.#file().truncate(positionOf(size)));
  }

  setTimes(accessed: NewTimestamp, modified: NewTimestamp): void {
    const change = timeChange(accessed, modified);
    valueOf(this.#target.kind === "file" ? this.#target.setTimes(change) : this.#target.setTimesSelf(change));
  }

  stat(): object {
    return descriptorStat(valueOf(this.#target.kind === "file" ? this.#target.stat() : this.#target.statSelf()));
  }

  metadataHash(): object {
    return metadataHash(valueOf(this.#target.kind === "file" ? this.#target.stat() : this.#target.statSelf()));
  }

  isSameObject(other: Descriptor): boolean {
    return this.#target === other.#target;
  }

  readDirectory(): DirectoryEntryStream {
    return new DirectoryEntryStream(this.#host.handles, valueOf(this.#directory().read()));
  }

  openAt(pathFlags: PathFlags, path: string, open: OpenFlags, flags: DescriptorFlags): Descriptor {
    const { components, directory } = splitPath(path);
    const opened = this.#directory().open(components, {
      climb: true,
      follow: pathFlags.symlinkFollow === true || directory,
      directory: directory || open.directory === true,
      read: true,
      write: flags.write === true,
      create: open.create === true,
      exclusive: open.exclusive === true,
      truncate: open.truncate === true,
      sync: flags.fileIntegritySync === true || flags.dataIntegritySync === true,
    });
    return new Descriptor(this.#host, valueOf(opened), flags, true);
  }

  statAt(flags: PathFlags, path: string): object {
    return descriptorStat(valueOf(this.#lookUp(flags, path, (directory, { components }, options) => directory.stat(components, options))));
  }

  metadataHashAt(flags: PathFlags, path: string): object {
    return metadataHash(valueOf(this.#lookUp(flags, path, (directory, { components }, options) => directory.stat(components, options))));
  }

  setTimesAt(flags: PathFlags, path: string, accessed: NewTimestamp, modified: NewTimestamp): void {
    const change = timeChange(accessed, modified);
    valueOf(this.#lookUp(flags, path, (directory, { components }, options) => directory.setTimes(components, change, options)));
  }

  createDirectoryAt(path: string): void {
    valueOf(this.#directory().makeDirectory(splitPath(path).components, { climb: true }));
  }

  removeDirectoryAt(path: string): void {
    valueOf(this.#directory().removeDirectory(splitPath(path).components, { climb: true }));
  }

  unlinkFileAt(path: string): void {
    valueOf(this.#lookUp({}, path, (directory, { components }, options) => directory.removeFile(components, options)));
  }

  readlinkAt(path: string): string {
    const { components, directory } = splitPath(path);
    if (directory) throw "invalid";
    return valueOf(this.#directory().readLink(components, { climb: true }));
  }

  symlinkAt(target: string, path: string): void {
    const { components, directory } = splitPath(path);
    if (directory) throw "not-directory";
    valueOf(this.#directory().symlink(target, components, { climb: true }));
  }

  renameAt(path: string, to: Descriptor, toPath: string): void {
    const from = splitPath(path);
    const target = splitPath(toPath);
    const options = { climb: true, directory: from.directory || target.directory };
    valueOf(this.#directory().rename(from.components, to.#directory(), target.components, options));
  }

  linkAt(flags: PathFlags, path: string, to: Descriptor, toPath: string): void {
    const from = splitPath(path);
    const target = splitPath(toPath);
    if (flags.symlinkFollow === true) throw "invalid";
    if (from.directory || target.directory) throw "not-directory";
    valueOf(this.#directory().link(from.components, to.#directory(), target.components, { climb: true }));
  }

  [Symbol.dispose](): void {
    if (!this.#owned) return;
    this.#host.handles.delete(this);
    this.#target.close();
  }

  #file(): OpenFile {
    if (this.#target.kind === "file") return this.#target;
    throw "is-directory";
  }

  #directory(): DirectoryHandle {
    if (this.#target.kind === "directory") return this.#target;
    throw "not-directory";
  }

  #lookUp<T>(flags: PathFlags, text: string, look: (directory: DirectoryHandle, path: GuestPath, options: { readonly climb: true; readonly follow: boolean; readonly directory: boolean }) => T): T {
    const path = splitPath(text);
    return look(this.#directory(), path, { climb: true, follow: flags.symlinkFollow === true || path.directory, directory: path.directory });
  }
}

function positionOf(offset: bigint): number {
  const position = Number(offset);
  if (!Number.isSafeInteger(position)) throw "invalid";
  return position;
}

function writeAll(file: OpenFile, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    const count = file.write(bytes, done, bytes.length - done, position + done);
    if (typeof count !== "number") throw new IoError(errorCodeOfReason[count]);
    done += count;
  }
}
