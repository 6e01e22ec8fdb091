import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonValue } from "@ambit/api-types";
import { readManifest } from "@ambit/sandbox-permissions";
import { expect, onTestFinished, test } from "vitest";
import type { Output } from "../terminal/output.ts";
import { importCommand } from "./import-command.ts";

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "ambit-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function collected(): { readonly output: Output; readonly results: JsonValue[]; readonly notes: string[] } {
  const [results, notes]: [JsonValue[], string[]] = [[], []];
  return { output: { json: false, result: (value) => void results.push(value), note: (text) => void notes.push(text), error: () => undefined, progress: () => undefined }, results, notes };
}

test("a manifest is written that is read as ours, and what is lost is said", () => {
  const folder = folderOf({ "emdash-plugin.jsonc": '{\n  "slug": "links", "publisher": "example.com",\n  "capabilities": ["network:request"], "allowedHosts": ["api.example.dev"],\n  "security": { "email": "a@example.dev" }, // whom to tell\n}', "package.json": '{"version": "1.4.0"}' });
  const { output, results, notes } = collected();
  importCommand(folder, output);
  expect(readManifest(readFileSync(join(folder, "ambit-plugin.json")))).toMatchObject({ ok: true, warnings: [], manifest: { id: "links", version: "1.4.0", permissions: { network: [{ name: "api.example.dev" }] } } });
  expect(notes).toEqual([expect.stringContaining("emdash-plugin.jsonc:4:15: security: ")]);
  expect(results).toMatchObject([{ written: "ambit-plugin.json", system: "EmDash" }]);
});

test("nothing is written over a manifest, for a wrong one, or where it is open which one is meant", () => {
  const { output } = collected();
  expect(() => importCommand(folderOf({ "ambit-plugin.json": "{}", "byob-plugin.json": "{}" }), output)).toThrow("there already");
  expect(() => importCommand(folderOf({ "escouade-plugin.json": "{}", "byob-plugin.json": "{}" }), output)).toThrow("keep the one");
  expect(() => importCommand(folderOf({}), output)).toThrow("no manifest");
  const wrong = folderOf({ "escouade-plugin.json": '{"id": "A"}' });
  expect(() => importCommand(wrong, output)).toThrow(/escouade-plugin\.json:1:\d+: id: /);
  expect(() => readFileSync(join(wrong, "ambit-plugin.json"))).toThrow("ENOENT");
});
