import { readFileSync } from "node:fs";
import type { CodeFacts } from "./code-facts.ts";

/** Imports with which a module opens files or connections without naming a call. */
const IMPORTS: Readonly<Record<string, string>> = { path_open: "fs/", "wasi:filesystem": "fs/", "wasi:http": "net/", "wasi:sockets": "tcp/" };

/** What a WebAssembly module uses, from the texts in it: names of calls stand in its data, imports in their section. */
export function wasmFacts(file: string): CodeFacts {
  const text = readFileSync(file, "latin1");
  const texts = text.match(/[\x20-\x7e]{3,}/g) ?? [];
  const imported = Object.entries(IMPORTS).flatMap(([name, call]) => (text.includes(name) ? [call] : []));
  return { names: new Set(), texts: new Set([...texts, ...imported]), isOpaque: false };
}
