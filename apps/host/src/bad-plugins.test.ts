import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, createPluginHost, type PluginHost } from "@ambit/api-host";
import type { JsonValue } from "@ambit/api-types";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BadModule, badMessages, badModules } from "./testing/bad-modules.ts";

let folder: string;
let host: PluginHost;

/** Installs a plugin with one tool, `go`, and agrees to all it asks for. */
async function install(id: string, wasm: Uint8Array): Promise<string> {
  const place = join(folder, id);
  mkdirSync(place);
  writeFileSync(join(place, "run.wasm"), wasm);
  const tools = [{ name: "go", description: "Goes" }];
  writeFileSync(join(place, "ambit-plugin.json"), JSON.stringify({ id, version: "1.0.0", publisher: "A stranger", api: 1, run: { wasm: "run.wasm" }, tools, limits: { cpuMillis: 500 } }));
  const { bundleDigest } = await host.preview(place);
  await host.install(place);
  await host.grant(id, { bundleDigest, shown: [], removed: [] });
  return id;
}

const go = (id: string): Promise<JsonValue> => host.callTool(id, "go", {});
const idOf = ({ name }: BadModule): string => name.toLowerCase().replaceAll(" ", "-");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ambit-bad-"));
  host = await createPluginHost({ store: createMemoryStore(), backends: [wasmBackend()], dataDir: join(folder, "data") });
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

describe("a plugin whose module", () => {
  it.each(badModules)("$name ends its call in $code", async (bad) => {
    const id = await install(idOf(bad), bad.bytes);
    const details = bad.limit === undefined ? {} : { details: { limit: bad.limit } };
    await expect(go(id)).rejects.toMatchObject({ code: bad.code, ...details });
    const records = await host.journal.tail(20, { plugin: id });
    expect(records.map((record) => record.code)).toContain(bad.code);
  });

  it.each(badMessages)("$name is answered with $code, and lives", async (bad) => {
    const id = await install(idOf(bad), bad.bytes);
    expect(await go(id)).toMatchObject({ error: { data: { code: bad.code } } });
    expect(await go(id)).toMatchObject({ error: { data: { code: bad.code } } });
    const records = await host.journal.tail(20, { plugin: id });
    expect(records.map((record) => record.code)).toContain(bad.code);
  });
});

describe("the neighbours of bad plugins", () => {
  it("answer while the others are ended one after another", async () => {
    const greeting = badMessages[3];
    if (greeting === undefined) throw new Error("There is no well-behaved module to try.");
    const good = await install("neighbour", greeting.bytes);
    const ended = Promise.allSettled(badModules.map((bad) => go(idOf(bad))));
    for (let round = 0; round < 10; round++) expect(await go(good)).toHaveProperty("error");
    expect((await ended).every((one) => one.status === "rejected")).toBe(true);
  });
});
