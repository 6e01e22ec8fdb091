import { AmbitError, type FileSystemHandle, FileSystemGoneError, type SandboxLimits } from "@ambit/api-types";
import { chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type DiskKind, type FileSystemRecord, fileSystemRecordSchema } from "../ground/records.ts";
import { RecordFolder } from "../ground/record-folder.ts";
import { partPrefix } from "../instance/part-prefix.ts";
import { Turns } from "../turns.ts";
import { type FileOwner, hasImage, makeImage, mountImage, removeImageFolder, tryImages, unmountImage } from "./disk-image.ts";
import { removeTree } from "./remove-tree.ts";

/** Folders of the host that an instance sees as its roots. */
export interface MountedRoots {
  readonly workspace: string;
  readonly skills: string;
  readonly temp: string;
}

/** What tells an instance from all others. */
export interface InstanceNames {
  readonly id: string;
  readonly name: string;
}

/** A file system that nobody can find any more, and whose files are still there. */
export interface WithdrawnFileSystem {
  /** Undefined where there was no record that could be read. */
  readonly id: string | undefined;
  readonly folder: string;
}

/** How file systems are kept. */
export interface FileSystemsOptions {
  readonly folder: string;
  readonly owner: FileOwner;
  /** Mode of the folders above the files. */
  readonly mode: number;
  /** One kind in any case; else images where they work. */
  readonly disk: DiskKind | undefined;
}

/** The file systems below one folder. */
export class LocalFileSystems {
  readonly #records: RecordFolder<FileSystemRecord>;
  readonly #options: FileSystemsOptions;
  /** Mounting and unmounting: two that mount at once would do it twice, and a folder that is deleted must have no mount on its way. */
  readonly #turns = new Turns();
  #refusal: Promise<string | undefined> | undefined;

  constructor(options: FileSystemsOptions) {
    this.#options = options;
    this.#records = new RecordFolder(join(options.folder, "filesystems"), fileSystemRecordSchema, options.mode);
  }

  /** Deletes what an owner that died had not finished making, or deleting. */
  async clear(): Promise<void> {
    for (const folder of [join(this.#options.folder, "trial"), ...this.#records.leftOvers()]) await removeImageFolder(folder);
  }

  /** Why file systems are not kept in images here; undefined where they are. */
  imageRefusal(): Promise<string | undefined> {
    this.#refusal ??= this.#options.disk === "folder" ? Promise.resolve("The provider was told to use folders.") : tryImages(join(this.#options.folder, "trial"));
    return this.#refusal;
  }

  byId(id: string): FileSystemRecord | undefined {
    return this.#records.byId(id);
  }

  byName(name: string): FileSystemRecord | undefined {
    return this.#records.byName(name);
  }

  /** Gives the one of that name, or makes it. */
  async make(name: string, { diskMb }: SandboxLimits): Promise<FileSystemHandle> {
    const known = this.#records.byName(name);
    if (known !== undefined) return { id: known.id };
    const refusal = await this.imageRefusal();
    if (refusal !== undefined && this.#options.disk === "image") throw new AmbitError("BACKEND_UNAVAILABLE", `Disk images cannot be used here. ${refusal}`);
    const record: FileSystemRecord = { version: 1, id: this.#records.newId(name), name, disk: refusal === undefined ? "image" : "folder", diskMb };
    await this.#records.add(record, async (folder) => {
      const files = join(folder, "files");
      for (const root of [files, join(files, "workspace"), join(files, "skills"), join(files, "temp")]) this.#makeFolder(root);
      if (record.disk === "folder") return;
      await makeImage(folder, diskMb, this.#options.owner, files);
      await removeTree(files);
    });
    return { id: record.id };
  }

  /** Whether there is a record of a file system. */
  isKnown(id: string): boolean {
    return this.#records.byId(id) !== undefined;
  }

  /** Whether a file system is there, as far as can be told without looking into it. Its files may have been taken away by other means. */
  has(id: string): boolean {
    const record = this.#records.byId(id);
    if (record === undefined) return false;
    const folder = this.#records.folderOf(record.name);
    return record.disk === "image" ? hasImage(folder) : existsSync(join(folder, "files/workspace"));
  }

  /**
   * Makes the files reachable, and the roots of an instance in them, which does not run.
   *
   * @throws FileSystemGoneError where the file system does not exist.
   */
  mount(id: string, instance: InstanceNames): Promise<MountedRoots> {
    return this.#turns.take(id, () => this.#mount(id, instance));
  }

  async #mount(id: string, instance: InstanceNames): Promise<MountedRoots> {
    const record = this.#records.byId(id);
    const folder = record === undefined ? undefined : this.#records.folderOf(record.name);
    const files = folder === undefined ? undefined : record?.disk === "image" ? await mountImage(folder) : join(folder, "files");
    const roots = files === undefined ? undefined : { workspace: join(files, "workspace"), skills: join(files, "skills"), temp: join(files, "temp", instance.name) };
    // Folders that are not there are never made here: they would be empty.
    if (roots === undefined || !existsSync(roots.workspace) || !existsSync(roots.skills)) throw new FileSystemGoneError("The file system does not exist any more.");
    mkdirSync(join(roots.temp, ".."), { recursive: true, mode: 0o700 });
    if (!existsSync(roots.temp)) this.#makeFolder(roots.temp);
    // What its supervisor was writing when it was killed.
    for (const root of Object.values(roots) as string[]) for (const name of readdirSync(root)) if (name.startsWith(partPrefix(instance.id))) await removeTree(join(root, name));
    return roots;
  }

  /** Drops what an instance alone could see. */
  async dropTemp(id: string, instance: InstanceNames): Promise<void> {
    const record = this.#records.byId(id);
    if (record === undefined) return;
    const roots = await this.mount(id, instance).catch(() => undefined);
    if (roots !== undefined) await removeTree(roots.temp);
  }

  /** Makes a file system one that is gone, at once and for good; undefined where there is none. */
  withdraw(name: string): WithdrawnFileSystem | undefined {
    const id = this.#records.ifReadable(name)?.id;
    const folder = this.#records.withdraw(name);
    return folder === undefined ? undefined : { id, folder };
  }

  /** Deletes the files of one that was withdrawn; nothing may use it any more. */
  async discard({ id, folder }: WithdrawnFileSystem): Promise<void> {
    await this.#turns.take(id ?? folder, () => removeImageFolder(folder));
  }

  /** Unmounts what is mounted. The files stay. */
  async close(): Promise<void> {
    for (const name of this.#records.names()) await unmountImage(this.#records.folderOf(name));
  }

  #makeFolder(folder: string): void {
    mkdirSync(folder, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(folder, this.#options.owner.uid, this.#options.owner.gid);
  }
}
