import { AmbitError } from "@ambit/api-types";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { removeTree } from "../file-system/remove-tree.ts";

const FILE = "record.json";

/** What every record has. The id is the name and something that no other thing of that name ever had. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** Records of one kind, each in a folder that also holds what belongs to it. */
export class RecordFolder<Record extends NamedRecord> {
  readonly #folder: string;
  readonly #schema: z.ZodType<Record>;
  readonly #mode: number;

  constructor(folder: string, schema: z.ZodType<Record>, mode: number) {
    this.#folder = folder;
    this.#schema = schema;
    this.#mode = mode;
    mkdirSync(folder, { recursive: true, mode });
  }

  /** Folders of what was not whole, or not wholly gone, when its owner died: nobody has them any more. */
  leftOvers(): string[] {
    return readdirSync(this.#folder).filter((name) => name.startsWith(".")).map((name) => join(this.#folder, name));
  }

  /** Folder of one record. */
  folderOf(name: string): string {
    return join(this.#folder, name);
  }

  /**
   * The record of a name, or undefined where there is none.
   *
   * @throws AmbitError `SANDBOX_FAILED` for one that cannot be read: it is there, so it is not gone.
   */
  byName(name: string): Record | undefined {
    const file = join(this.folderOf(name), FILE);
    if (!existsSync(file)) return undefined;
    try {
      return this.#schema.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch (cause) {
      if (!existsSync(file)) return undefined;
      throw new AmbitError("SANDBOX_FAILED", "The record of a sandbox cannot be read. The host's log has the details.", { cause });
    }
  }

  /** As {@link RecordFolder.byName}; undefined also for a record that cannot be read. */
  ifReadable(name: string): Record | undefined {
    try {
      return this.byName(name);
    } catch {
      return undefined;
    }
  }

  /** The record of an id, or undefined where it is gone, also where another one has its name by now. */
  byId(id: string): Record | undefined {
    const at = id.lastIndexOf("~");
    if (at === -1 || !/^[a-z0-9][a-z0-9._-]{1,99}$/.test(id.slice(0, at))) return undefined;
    const found = this.byName(id.slice(0, at));
    return found?.id === id ? found : undefined;
  }

  /** Names of all that is there. */
  names(): string[] {
    return readdirSync(this.#folder).filter((name) => !name.startsWith("."));
  }

  /** All records that can be read. */
  all(): Record[] {
    return this.names().map((name) => this.ifReadable(name)).filter((record) => record !== undefined);
  }

  /** An id for something new of a name. */
  newId(name: string): string {
    return `${name}~${randomUUID()}`;
  }

  /** Adds a record, with what belongs to it: all of it is there, or nothing. */
  async add(record: Record, prepare: (folder: string) => Promise<void> = async () => undefined): Promise<void> {
    const folder = this.#aside();
    mkdirSync(folder, { mode: this.#mode });
    try {
      await prepare(folder);
      writeFileSync(join(folder, FILE), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
      renameSync(folder, this.folderOf(record.name));
    } catch (error) {
      await removeTree(folder);
      throw error;
    }
  }

  /**
   * Takes the folder of a name away, in one step: from now on it is gone, also for an owner that comes after the death of this one.
   *
   * @returns Where the folder is now, for its remover; undefined where there was none.
   */
  withdraw(name: string): string | undefined {
    const folder = this.#aside();
    if (!existsSync(this.folderOf(name))) return undefined;
    renameSync(this.folderOf(name), folder);
    return folder;
  }

  #aside(): string {
    return join(this.#folder, `.${randomUUID()}`);
  }
}
