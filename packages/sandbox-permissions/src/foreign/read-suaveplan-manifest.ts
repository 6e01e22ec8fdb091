import type { FilePermission } from "@ambit/api-types";
import type { ManifestReading } from "../manifest/read-manifest.ts";
import { FileEntries } from "./carry-files.ts";
import { carry, carryText, requirePublisher } from "./carry-head.ts";
import { NetworkEntries, plainHost } from "./carry-network.ts";
import { findCode } from "./find-code.ts";
import { type ForeignContext, readForeign, type TargetManifest } from "./foreign-reading.ts";
import type { SourceObject, SourceValue } from "./source-value.ts";

/**
 * Reads a `suaveplan-plugin.json`: `permissions.fs[]`, read only but for `rw:`, and `permissions.fetch[]`. The first part of a
 * path names a root of the host; a path that starts at none is left out.
 */
export function readSuaveplanManifest(text: Uint8Array | string, context: ForeignContext = {}): ManifestReading {
  return readForeign(text, "suaveplan-plugin.json", "json", context, (source, target) => {
    carry(source.take("id") ?? source.take("name"), target, "id");
    carry(source.take("version"), target, "version");
    carryText(source.take("publisher") ?? source.take("author"), target, "publisher");
    requirePublisher(source, target);
    carry(source.take("displayName"), target, "displayName");
    carry(source.take("description"), target, "description");
    carryText(source.take("license"), target, "license");
    const permissions = source.take("permissions")?.object();
    if (permissions !== undefined) convertPermissions(permissions, target, context);
    const run = source.take("run");
    if (run === undefined) findCode(source, target, context);
    else carry(run, target, "run");
    source.loseRest();
  });
}

function convertPermissions(permissions: SourceObject, target: TargetManifest, context: ForeignContext): void {
  const files = new FileEntries(context);
  for (const item of permissions.take("fs")?.items() ?? []) addPath(item, files);
  files.put(target, permissions.value.node.offset);
  const network = new NetworkEntries();
  for (const item of permissions.take("fetch")?.items() ?? []) {
    const host = plainHost(item);
    if (host !== undefined) network.add(host, item);
  }
  network.put(target, permissions.value.node.offset);
  permissions.loseRest();
}

function addPath(item: SourceValue, files: FileEntries): void {
  const text = item.text();
  if (text === undefined) return;
  const write = text.startsWith("rw:");
  const [root = "", ...rest] = (write ? text.slice(3) : text).split("/");
  if (!/^[a-zA-Z][a-zA-Z0-9-]{0,63}$/.test(root)) return item.lost(`${JSON.stringify(text)} does not start with the name of a root: it is left out`);
  const path = rest.join("/");
  const entry: FilePermission = { root, access: write ? "write" : "read", ...(path !== "" && { path }) };
  files.add(entry, item);
}
