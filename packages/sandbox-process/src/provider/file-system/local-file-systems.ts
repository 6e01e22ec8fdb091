import { AmbitError, type FileSystemHandle, FileSystemGoneError, type SandboxLimits } from "@ambit/api-types";
import { chownSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DiskKind, type FileSystemRecord, fileSystemRecordSchema } from "../ground/records.ts";
import { RecordFolder } from "../ground/record-folder.ts";
import { type FileOwner, makeImage, mountImage, tryImages, unmountImage } from "./disk-image.ts";

/** Folders of the host that an instance sees as its roots. */
export interface MountedRoots {
  readonly workspace: string;
  readonly skills: string;
  readonly temp: string;
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
  #refusal: Promise<string | undefined> | undefined;

  constructor(options: FileSystemsOptions) {
    this.#options = options;
    this.#records = new RecordFolder(join(options.folder, "filesystems"), fileSystemRecordSchema, options.mode);
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
      rmSync(files, { recursive: true, force: true });
    });
    return { id: record.id };
  }

  /**
   * Makes the files reachable, and the roots of an instance in them.
   *
   * @throws FileSystemGoneError where the file system does not exist.
   */
  async mount(id: string, instanceName: string): Promise<MountedRoots> {
    const record = this.#records.byId(id);
    const folder = record === undefined ? undefined : this.#records.folderOf(record.name);
    const files = folder === undefined ? undefined : record?.disk === "image" ? await mountImage(folder) : join(folder, "files");
    const roots = files === undefined ? undefined : { workspace: join(files, "workspace"), skills: join(files, "skills"), temp: join(files, "temp", instanceName) };
    // Folders that are not there are never made here: they would be empty.
    if (roots === undefined || !existsSync(roots.workspace) || !existsSync(roots.skills)) throw new FileSystemGoneError("The file system does not exist any more.");
    mkdirSync(join(roots.temp, ".."), { recursive: true, mode: 0o700 });
    if (!existsSync(roots.temp)) this.#makeFolder(roots.temp);
    return roots;
  }

  /** Drops what an instance alone could see. */
  async dropTemp(id: string, instanceName: string): Promise<void> {
    const record = this.#records.byId(id);
    if (record === undefined) return;
    const roots = await this.mount(id, instanceName).catch(() => undefined);
    if (roots !== undefined) rmSync(roots.temp, { recursive: true, force: true });
  }

  /** Deletes one with all its files; nothing may use it any more. */
  async remove(name: string): Promise<void> {
    await unmountImage(this.#records.folderOf(name));
    this.#records.remove(name);
  }

  /** Unmounts what is mounted. The files stay. */
  async close(): Promise<void> {
    for (const { name, disk } of this.#records.all()) if (disk === "image") await unmountImage(this.#records.folderOf(name));
  }

  #makeFolder(folder: string): void {
    mkdirSync(folder, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(folder, this.#options.owner.uid, this.#options.owner.gid);
  }
}
