import { closeSync, fstatSync, lstatSync, readlinkSync } from "node:fs";
import type { Components, DirectoryDescription, DirectoryHandle, DirectoryListing, DirectoryReader, RootAccess } from "../handle/directory-handle.ts";
import { toFileStat, type FileStat } from "../handle/file-stat.ts";
import { hold } from "../handle/loose.ts";
import type { OwnedHandle } from "../handle/handle-owner.ts";
import type { OpenFile } from "../handle/open-file.ts";
import type { LookupOptions, OpenOptions, ReadFileOptions, TimeChange, WriteFileOptions } from "../handle/options.ts";
import { checkComponents } from "../names/component.ts";
import { outcomeOf, type Outcome } from "../outcome/outcome.ts";
import { reasonOf } from "../outcome/system-refusal.ts";
import { Refusal } from "../outcome/refusal.ts";
import * as changes from "./changes.ts";
import { lookAt } from "./look-at.ts";
import { makeParents } from "./make-parents.ts";
import { heldPath, nameDirectory, placePrefix } from "./open-flags.ts";
import { openPlain } from "./open-plain.ts";
import { openEntry, opensForChange } from "./open-entry.ts";
import { ProcFile } from "./proc-file.ts";
import { NameReader } from "../handle/name-reader.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { readWhole } from "../handle/read-whole.ts";
import { replaceFile } from "./replace-file.ts";
import { applyTimes } from "./times.ts";
import { Walk, walkTo } from "./walk.ts";

/** A directory held by descriptor on Linux; every step below it goes through `/proc/self/fd`. */
export class ProcDirectory implements DirectoryHandle, OwnedHandle {
  readonly kind = "directory";
  slot = -1;
  readonly names: Components;
  readonly #root: SharedRoot;
  readonly #closesRoot: boolean;
  readonly #prefix: string;
  #descriptor: number;

  /** Takes over `descriptor`, the loose one that was opened last. */
  constructor(root: SharedRoot, descriptor: number, names: Components, closesRoot: boolean) {
    this.#root = root;
    this.#descriptor = descriptor;
    this.#prefix = placePrefix(descriptor);
    this.names = names;
    this.#closesRoot = closesRoot;
    root.owner.add(this);
    root.looseCount -= 1;
  }

  get access(): RootAccess {
    return this.#root.access;
  }

  describe(): DirectoryDescription {
    return {
      mechanism: "proc-self-fd",
      access: this.access,
      guarantee: "every component is opened from a held directory; no rename, link or swap leads outside",
    };
  }

  close(): void {
    if (this.#descriptor >= 0) {
      closeSync(this.#descriptor);
      this.#descriptor = -1;
    }
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
    return outcomeOf(() => toFileStat(fstatSync(this.#held(), { bigint: true })));
  }

  open(path: Components, options: OpenOptions = {}): Outcome<OpenFile | DirectoryHandle> {
    // Written out, since a guest opens files more often than it does anything else with paths.
    try {
      return { ok: true, value: this.#open(path, options) };
    } catch (thrown) {
      return { ok: false, reason: reasonOf(thrown) };
    }
  }

  openDirectory(path: Components, options: LookupOptions = {}): Outcome<DirectoryHandle> {
    return outcomeOf(() => {
      const entry = this.#open(path, { ...options, directory: true });
      if (entry instanceof ProcDirectory) return entry;
      entry.close();
      throw new Refusal("not-directory");
    });
  }

  openFile(path: Components, options: OpenOptions = {}): Outcome<OpenFile> {
    return outcomeOf(() => this.#openFile(path, options));
  }

  readFile(path: Components, options: ReadFileOptions): Outcome<Uint8Array> {
    return outcomeOf(() => {
      using file = this.#openFile(path, { ...options, read: true });
      return readWhole(file, options.maxBytes);
    });
  }

  writeFile(path: Components, bytes: Uint8Array, options: WriteFileOptions = {}): Outcome<void> {
    return this.#change(path, options, (walk) => replaceFile(this.#root, walk, bytes, options.follow ?? true), options.createParents);
  }

  stat(path: Components, options: LookupOptions = {}): Outcome<FileStat> {
    return this.#visit(path, options, (walk) => toFileStat(lookAt(walk, options.follow ?? true, options.directory === true)));
  }

  lstat(path: Components, options: LookupOptions = {}): Outcome<FileStat> {
    return this.stat(path, { ...options, follow: options.follow ?? false });
  }

  list(path: Components, maxEntries: number, options: LookupOptions = {}): Outcome<DirectoryListing> {
    return outcomeOf(() => {
      using directory = this.#open(path, { ...options, directory: true });
      if (!(directory instanceof ProcDirectory)) throw new Refusal("not-directory");
      using reader = new NameReader(this.#root, heldPath(directory.#held()), directory.names);
      return reader.all(maxEntries);
    });
  }

  read(): Outcome<DirectoryReader> {
    return outcomeOf(() => new NameReader(this.#root, heldPath(this.#held()), this.names));
  }

  readLink(path: Components, options: LookupOptions = {}): Outcome<string> {
    return this.#visit(path, options, (walk) => {
      if (!lstatSync(walk.path).isSymbolicLink()) throw new Refusal("not-link");
      return readlinkSync(walk.path);
    });
  }

  canonical(path: Components, options: LookupOptions = {}): Outcome<string[]> {
    return this.#visit(path, options, (walk) => {
      lookAt(walk, options.follow ?? true, options.directory === true);
      return walk.wholeName;
    });
  }

  makeDirectory(path: Components, options: LookupOptions = {}): Outcome<void> {
    return this.#change(path, options, (walk) => changes.makeDirectory(this.#root, walk));
  }

  removeDirectory(path: Components, options: LookupOptions = {}): Outcome<void> {
    return this.#change(path, options, (walk) => changes.removeDirectory(this.#root, walk));
  }

  removeFile(path: Components, options: LookupOptions = {}): Outcome<void> {
    return this.#change(path, options, (walk) => changes.removeFile(this.#root, walk, options.directory === true));
  }

  rename(path: Components, to: DirectoryHandle, toPath: Components, options: LookupOptions = {}): Outcome<void> {
    return this.#changeTwo(path, to, toPath, options, (from, target) => changes.rename(this.#root, from, target, options.directory === true));
  }

  link(path: Components, to: DirectoryHandle, toPath: Components, options: LookupOptions = {}): Outcome<void> {
    return this.#changeTwo(path, to, toPath, options, (from, target) => changes.link(this.#root, from, target));
  }

  symlink(target: string, path: Components, options: LookupOptions = {}): Outcome<void> {
    return this.#change(path, options, (walk) => changes.symlink(this.#root, walk, target));
  }

  setTimes(path: Components, change: TimeChange, options: LookupOptions = {}): Outcome<void> {
    return this.#change(path, options, (walk) => changes.setTimes(this.#root, walk, change, options.follow ?? true));
  }

  setTimesSelf(change: TimeChange): Outcome<void> {
    return outcomeOf(() => {
      this.#root.checkWritable();
      applyTimes(heldPath(this.#held()), change, false);
    });
  }

  truncate(path: Components, size: number, options: LookupOptions = {}): Outcome<void> {
    return this.#change(path, options, (walk) => changes.truncate(this.#root, walk, size, options.follow ?? true));
  }

  #held(): number {
    if (this.#descriptor < 0) throw new Refusal("closed");
    return this.#descriptor;
  }

  #walk<T>(path: Components, options: LookupOptions, visit: (walk: Walk) => T): T {
    checkComponents(path, options.climb === true);
    this.#held();
    return walkTo(this.#root, this.#prefix, this.names, path, visit);
  }

  #visit<T>(path: Components, options: LookupOptions, visit: (walk: Walk) => T): Outcome<T> {
    return outcomeOf(() => this.#walk(path, options, visit));
  }

  #change(path: Components, options: LookupOptions, visit: (walk: Walk) => void, parents = false): Outcome<void> {
    return outcomeOf(() => {
      this.#root.checkWritable();
      if (parents) {
        checkComponents(path, options.climb === true);
        makeParents(this.#root, this.#prefix, this.names, path);
      }
      this.#walk(path, options, visit);
    });
  }

  #changeTwo(path: Components, to: DirectoryHandle, toPath: Components, options: LookupOptions, visit: (from: Walk, to: Walk) => void): Outcome<void> {
    return outcomeOf(() => {
      this.#root.checkWritable();
      if (!(to instanceof ProcDirectory) || to.#root !== this.#root) throw new Refusal(to.access === "write" ? "cross-root" : "read-only");
      this.#walk(path, options, (from) => to.#walk(toPath, options, (target) => visit(from, target)));
    });
  }

  #openFile(path: Components, options: OpenOptions): ProcFile {
    const entry = this.#open(path, options);
    if (entry instanceof ProcFile) return entry;
    entry.close();
    throw new Refusal("is-directory");
  }

  #open(path: Components, options: OpenOptions): ProcFile | ProcDirectory {
    const changes = opensForChange(options);
    if (changes) this.#root.checkWritable();
    this.#root.owner.checkRoom();
    if (path.length === 0) return this.#openSelf(options);
    checkComponents(path, options.climb === true);
    this.#held();
    const plain = path.length === 1 && !changes ? openPlain(this.#root, this.#prefix, path[0] ?? "", options) : undefined;
    if (plain !== undefined) return plain;
    const walk = new Walk(this.#root, this.#prefix, this.names, path);
    try {
      walk.toLast();
      const entry = openEntry(this.#root, walk, options);
      return typeof entry === "number" ? new ProcDirectory(this.#root, entry, walk.wholeName, false) : entry;
    } finally {
      walk.close();
    }
  }

  #openSelf(options: OpenOptions): ProcDirectory {
    if (opensForChange(options)) throw new Refusal("is-directory");
    return new ProcDirectory(this.#root, hold(this.#root, this.#prefix, nameDirectory), this.names, false);
  }
}
