import { constants, lstatSync, readlinkSync, type BigIntStats } from "node:fs";
import { join } from "node:path";
import type { Components, DirectoryDescription, DirectoryHandle, DirectoryListing, DirectoryReader } from "../handle/directory-handle.ts";
import { kindOfMode, toFileStat, type FileStat } from "../handle/file-stat.ts";
import { hold, letGo } from "../handle/loose.ts";
import type { OwnedHandle } from "../handle/handle-owner.ts";
import { NameReader } from "../handle/name-reader.ts";
import type { OpenFile } from "../handle/open-file.ts";
import type { LookupOptions, OpenOptions, ReadFileOptions } from "../handle/options.ts";
import { readWhole } from "../handle/read-whole.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { checkComponents } from "../names/component.ts";
import { outcomeOf, type Outcome } from "../outcome/outcome.ts";
import { Refusal } from "../outcome/refusal.ts";
import { resolveNames } from "./resolve.ts";
import { VerifiedFile } from "./verified-file.ts";
import { isSameFile, lookAtReal, verifyOpened } from "./verify.ts";

const readOnly: Outcome<never> = { ok: false, reason: "read-only" };
// Windows has neither flag: a link or a FIFO there is caught by the look before and the check after opening.
const openFlags: number = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * A directory on a system without descriptors for directories to walk from: only for reading. What is opened is compared, by
 * real path and identity, with what should have been, and closed when it differs; a swap in between is caught, not prevented.
 */
export class VerifiedDirectory implements DirectoryHandle, OwnedHandle {
  readonly kind = "directory";
  slot = -1;
  readonly names: Components;
  readonly access = "read";
  readonly #root: SharedRoot;
  readonly #rootPath: string;
  readonly #identity: BigIntStats;
  readonly #closesRoot: boolean;
  #open = true;

  constructor(root: SharedRoot, rootPath: string, names: Components, identity: BigIntStats, closesRoot: boolean) {
    this.#root = root;
    this.#rootPath = rootPath;
    this.names = names;
    this.#identity = identity;
    this.#closesRoot = closesRoot;
    root.owner.add(this);
  }

  describe(): DirectoryDescription {
    return {
      mechanism: "verified-open",
      access: "read",
      guarantee: "what was opened is checked to be inside before it is read; it is no defence against another program that swaps directories at that very moment",
    };
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#root.owner.remove(this);
    if (!this.#closesRoot) return;
    this.settle();
    this.#root.owner.closeAll();
  }

  settle(): void {
    this.#root.settle();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  statSelf(): Outcome<FileStat> {
    return outcomeOf(() => toFileStat(this.#verifySelf()));
  }

  open(path: Components, options: OpenOptions = {}): Outcome<OpenFile | DirectoryHandle> {
    return outcomeOf(() => this.#openEntry(path, options));
  }

  openDirectory(path: Components, options: LookupOptions = {}): Outcome<DirectoryHandle> {
    return outcomeOf(() => this.#openDirectory(path, options));
  }

  openFile(path: Components, options: OpenOptions = {}): Outcome<OpenFile> {
    return outcomeOf(() => this.#openFile(path, options));
  }

  readFile(path: Components, options: ReadFileOptions): Outcome<Uint8Array> {
    return outcomeOf(() => {
      using file = this.#openFile(path, options);
      return readWhole(file, options.maxBytes);
    });
  }

  stat(path: Components, options: LookupOptions = {}): Outcome<FileStat> {
    return outcomeOf(() => toFileStat(this.#look(this.#resolve(path, options, true), options)));
  }

  lstat(path: Components, options: LookupOptions = {}): Outcome<FileStat> {
    return outcomeOf(() => toFileStat(this.#look(this.#resolve(path, options, false), options)));
  }

  list(path: Components, maxEntries: number, options: LookupOptions = {}): Outcome<DirectoryListing> {
    return outcomeOf(() => {
      using directory = this.#openDirectory(path, options);
      using reader = directory.#reader();
      return reader.all(maxEntries);
    });
  }

  read(): Outcome<DirectoryReader> {
    return outcomeOf(() => this.#reader());
  }

  readLink(path: Components, options: LookupOptions = {}): Outcome<string> {
    return outcomeOf(() => {
      const names = this.#resolve(path, options, false);
      if (kindOfMode(Number(this.#look(names, {}).mode)) !== "link") throw new Refusal("not-link");
      return readlinkSync(this.#pathOf(names));
    });
  }

  canonical(path: Components, options: LookupOptions = {}): Outcome<string[]> {
    return outcomeOf(() => {
      const names = this.#resolve(path, options, true);
      this.#look(names, options);
      return names;
    });
  }

  writeFile(): Outcome<void> { return readOnly; }
  makeDirectory(): Outcome<void> { return readOnly; }
  removeDirectory(): Outcome<void> { return readOnly; }
  removeFile(): Outcome<void> { return readOnly; }
  rename(): Outcome<void> { return readOnly; }
  link(): Outcome<void> { return readOnly; }
  symlink(): Outcome<void> { return readOnly; }
  setTimes(): Outcome<void> { return readOnly; }
  setTimesSelf(): Outcome<void> { return readOnly; }
  truncate(): Outcome<void> { return readOnly; }

  #pathOf(names: readonly string[]): string {
    return join(this.#rootPath, ...names);
  }

  #verifySelf(): BigIntStats {
    if (!this.#open) throw new Refusal("closed");
    const seen = lookAtReal(this.#root, this.#rootPath, this.names);
    if (!isSameFile(seen, this.#identity)) throw new Refusal("missing");
    return seen;
  }

  #resolve(path: Components, options: LookupOptions, follow: boolean): string[] {
    checkComponents(path, options.climb === true);
    this.#verifySelf();
    return resolveNames(this.#root, { rootPath: this.#rootPath, names: this.names }, path, options.follow ?? (follow || options.directory === true));
  }

  /** Looks at what stands under `names`, whose parent must be inside by its real path. */
  #look(names: readonly string[], options: LookupOptions): BigIntStats {
    lookAtReal(this.#root, this.#rootPath, names.slice(0, -1));
    const stat = lstatSync(this.#pathOf(names), { bigint: true });
    if (options.directory && !stat.isDirectory()) throw new Refusal("not-directory");
    return stat;
  }

  #openEntry(path: Components, options: OpenOptions): VerifiedFile | VerifiedDirectory {
    if (options.write || options.create || options.truncate) throw new Refusal("read-only");
    this.#root.owner.checkRoom();
    const names = this.#resolve(path, options, true);
    const stat = this.#look(names, options);
    const kind = kindOfMode(Number(stat.mode));
    if (kind === "link") throw new Refusal("loop");
    if (kind === "directory") return new VerifiedDirectory(this.#root, this.#rootPath, names, lookAtReal(this.#root, this.#rootPath, names), false);
    if (kind !== "file") throw new Refusal("special");
    return this.#openVerified(names);
  }

  #openVerified(names: readonly string[]): VerifiedFile {
    const descriptor = hold(this.#root, this.#pathOf(names), openFlags);
    try {
      verifyOpened(this.#root, this.#rootPath, names, descriptor);
      return new VerifiedFile(this.#root, descriptor);
    } catch (thrown) {
      letGo(this.#root);
      throw thrown;
    }
  }

  #openDirectory(path: Components, options: LookupOptions): VerifiedDirectory {
    const entry = this.#openEntry(path, { ...options, directory: true });
    if (entry instanceof VerifiedDirectory) return entry;
    entry.close();
    throw new Refusal("not-directory");
  }

  #openFile(path: Components, options: OpenOptions): VerifiedFile {
    const entry = this.#openEntry(path, options);
    if (entry instanceof VerifiedFile) return entry;
    entry.close();
    throw new Refusal("is-directory");
  }

  /** Whether a name that was listed stands in this very directory, and not in one that was in its place for a moment. */
  #holds(name: string): boolean {
    this.#verifySelf();
    const stat = lstatSync(join(this.#pathOf(this.names), name), { throwIfNoEntry: false });
    this.#verifySelf();
    return stat !== undefined;
  }

  #reader(): NameReader {
    this.#verifySelf();
    const reader = new NameReader(this.#root, this.#pathOf(this.names), this.names, (name) => this.#holds(name));
    try {
      this.#verifySelf();
      return reader;
    } catch (thrown) {
      reader.close();
      throw thrown;
    }
  }
}
