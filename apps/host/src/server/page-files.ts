import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The console page's files, by their path in an address. */
export type PageFiles = ReadonlyMap<string, { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }>;

/** Reads the built page whole: what was not built is not served, whatever an address says. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const files = new Map<string, { type: string; bytes: Uint8Array<ArrayBuffer> }>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join("/")}`, { type, bytes: new Uint8Array(await readFile(path)) });
  }
  const index = files.get("/index.html");
  if (index !== undefined) files.set("/", index);
  return files;
}
