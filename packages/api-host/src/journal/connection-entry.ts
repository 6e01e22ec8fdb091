import type { ConnectionRecord, JournalEntry } from "@ambit/api-types";

/** Whose process connected. */
export interface ConnectionOwner {
  readonly plugin: { readonly id: string; readonly version: string };
  readonly org?: string;
  /** The instance, or the one call of a script. */
  readonly instance: string;
  readonly backend: string;
}

/** The journal entry of a connection that a confined process of a plugin made or was refused. */
export function connectionEntry({ plugin, org, instance, backend }: ConnectionOwner, record: ConnectionRecord): JournalEntry {
  return { time: Date.now(), plugin: plugin.id, version: plugin.version, instance, backend, method: "proc/connect", ...(org !== undefined && { org }), ...record };
}
