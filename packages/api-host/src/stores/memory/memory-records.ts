import type { GrantRecord, GrantStore, InstallRecord, InstallStore } from "@ambit/api-types";
import { compareUtf8 } from "../stored-text.ts";

/** Records by plugin id, copied on the way in and out. */
class MemoryRecords<Value extends { readonly pluginId: string }> {
  readonly #records = new Map<string, Value>();

  async get(pluginId: string): Promise<Value | undefined> {
    return structuredClone(this.#records.get(pluginId));
  }

  async list(): Promise<readonly Value[]> {
    return structuredClone([...this.#records.values()].sort((left, right) => compareUtf8(left.pluginId, right.pluginId)));
  }

  async put(record: Value): Promise<void> {
    this.#records.set(record.pluginId, structuredClone(record));
  }

  async delete(pluginId: string): Promise<void> {
    this.#records.delete(pluginId);
  }
}

/** The installed plugins of the memory store. */
export class MemoryInstalls extends MemoryRecords<InstallRecord> implements InstallStore {}

/** The grants of the memory store. */
export class MemoryGrants extends MemoryRecords<GrantRecord> implements GrantStore {}
