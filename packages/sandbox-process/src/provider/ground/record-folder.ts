import { AmbitError } from "@ambit/api-types";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";

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
    // What was not whole when its maker died was never given to anybody.
    for (const name of readdirSync(folder)) if (name.startsWith(".")) rmSync(join(folder, name), { recursive: true, force: true });
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

  /** The record of an id, or undefined where it is gone, also where another one has its name by now. */
  byId(id: string): Record | undefined {
    const at = id.lastIndexOf("~");
    if (at === -1 || !/^[a-z0-9][a-z0-9._-]{1,99}$/.test(id.slice(0, at))) return undefined;
    const found = this.byName(id.slice(0, at));
    return found?.id === id ? found : undefined;
  }

  all(): Record[] {
    return readdirSync(this.#folder).map((name) => (name.startsWith(".") ? undefined : this.byName(name))).filter((record) => record !== undefined);
  }

  /** An id for something new of a name. */
  newId(name: string): string {
    return `${name}~${randomUUID()}`;
  }

  /** Adds a record, with what belongs to it: all of it is there, or nothing. */
  async add(record: Record, prepare: (folder: string) => Promise<void> = async () => undefined): Promise<void> {
    const folder = join(this.#folder, `.${randomUUID()}`);
    mkdirSync(folder, { mode: this.#mode });
    try {
      await prepare(folder);
      writeFileSync(join(folder, FILE), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
      renameSync(folder, this.folderOf(record.name));
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Removes a record first, so that it is gone at once, and then what belongs to it. */
  remove(name: string): void {
    rmSync(join(this.folderOf(name), FILE), { force: true });
    rmSync(this.folderOf(name), { recursive: true, force: true });
  }
}
