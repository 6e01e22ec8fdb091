import { AmbitError, type CallGrant, type JsonObject } from "@ambit/api-types";
import type { Service } from "./service.ts";

/** Files by `root/path`; folders are where files are. */
export type FileMap = Map<string, string>;

type FileMethod = "fs/read" | "fs/write" | "fs/stat" | "fs/list" | "fs/canon";

/** The `fs/*` calls over a map. They work on what the judge granted, as proxies do, and never on the parameters' path. */
export function fileServices(files: FileMap): Readonly<Record<FileMethod, Service>> {
  const content = (grant: CallGrant): string => {
    const text = files.get(keyOf(grant));
    if (text === undefined) throw new AmbitError("FILE_NOT_FOUND", "No such file is inside the root.");
    return text;
  };
  return {
    "fs/read": (params, grant) => encoded(content(grant), params["encoding"] === "base64"),
    "fs/write": (params, grant) => {
      const bytes = Buffer.from(String(params["data"]), params["encoding"] === "base64" ? "base64" : "utf8");
      files.set(keyOf(grant), bytes.toString("utf8"));
      return { bytes: bytes.length };
    },
    "fs/stat": (_params, grant) => {
      if (isFolder(files, keyOf(grant))) return { kind: "directory", bytes: 0, modified: 0 };
      return { kind: "file", bytes: Buffer.byteLength(content(grant)), modified: 0 };
    },
    "fs/list": (_params, grant) => list(files, keyOf(grant)),
    "fs/canon": (_params, grant) => {
      if (!isFolder(files, keyOf(grant))) content(grant);
      const [root = "", ...path] = keyOf(grant).split("/");
      return { root, path: path.join("/") };
    },
  };
}

function keyOf(grant: CallGrant): string {
  if (grant.kind !== "file") throw new AmbitError("INTERNAL_ERROR", `A file call was granted as ${grant.kind}.`);
  return [grant.root, ...grant.components].join("/");
}

function isFolder(files: FileMap, key: string): boolean {
  return [...files.keys()].some((name) => name.startsWith(`${key}/`));
}

function encoded(text: string, base64: boolean): JsonObject {
  return base64 ? { data: Buffer.from(text).toString("base64"), encoding: "base64" } : { data: text, encoding: "utf8" };
}

function list(files: FileMap, folder: string): JsonObject {
  const kinds = new Map<string, string>();
  for (const key of files.keys()) {
    if (!key.startsWith(`${folder}/`)) continue;
    const [name = "", ...rest] = key.slice(folder.length + 1).split("/");
    kinds.set(name, rest.length > 0 ? "directory" : "file");
  }
  const entries = [...kinds].map(([name, kind]) => ({ name, kind })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { entries, truncated: false };
}
