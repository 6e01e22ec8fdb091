import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fixturePlugin } from "@ambit/conformance-suite";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";
import { renamedModule } from "../testing/renamed-module.ts";

test("a reactor whose turn and whose door have Escouade's names runs as it is, judged by the same gate", async () => {
  const module = await readFile(join(fixturePlugin("wasm:preview1").folder, "run.wasm"));
  const theirs = renamedModule(renamedModule(module, 7, "ambit_turn", "escouade-turn"), 2, "ambit", "escouade");
  expect([Buffer.from(theirs).includes("escouade-turn"), Buffer.from(theirs).includes("ambit_turn")]).toEqual([true, false]);
  const { host } = await makeHost({ backends: [wasmBackend()] });
  const tools = ["state", "hostCall"].map((name) => ({ name, description: "Does it." }));
  await installed(host, { manifest: { run: { wasm: "run.wasm", abi: "preview1" }, tools }, files: { "run.wasm": theirs } });
  expect([await host.callTool("notes", "state", {}), await host.callTool("notes", "state", {})]).toEqual([1, 2]);
  const ask = (method: string, params: object) => host.callTool("notes", "hostCall", { method, params: params as never });
  expect(await ask("kv/set", { key: "a", value: 1 })).toEqual({ ok: true, result: {} });
  expect(await ask("net/fetch", { url: "https://evil.example.org/" })).toMatchObject({ ok: false, number: -32_003, code: "PERMISSION_DENIED" });
});
