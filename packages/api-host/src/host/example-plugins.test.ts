import { join } from "node:path";
import { jsBackend } from "@ambit/sandbox-js";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { expect, test } from "vitest";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";
import { accept, makeHost } from "../testing/host-rig.ts";
import { freshFolder, writeFiles } from "../testing/plugin-folder.ts";

const examples = join(import.meta.dirname, "../../../../examples");

async function open() {
  const folder = await freshFolder();
  await writeFiles(folder, { "guide.md": "Ambit bounds. Ambit judges every call! See [it](https://outside.example.org/a).\n" });
  return makeHost({ store: createSqliteStore(join(await freshFolder(), "host.db")), backends: [wasmBackend(), jsBackend()], roots: { workspace: { hostPath: folder, access: "read" } } });
}

test("a WebAssembly plugin reads a real file through its folder", async () => {
  const { host } = await open();
  const status = await host.install(join(examples, "word-report"));
  expect(status).toMatchObject({ state: "waiting", backend: "wasm", lines: [{ key: "files:read:workspace" }] });
  await accept(host, status);
  expect(await host.callTool("word-report", "report", { path: "guide.md" })).toMatchObject({ sentences: expect.any(Number), words: expect.any(Number) });
  expect(await host.journal.tail(1)).toMatchObject([{ method: "tool/call", target: "report", outcome: "ok", backend: "wasm" }]);
});

test("without its folder the same plugin is refused, and the journal says so", async () => {
  const { host } = await open();
  await accept(host, await host.install(join(examples, "word-report")), ["files:read:workspace"]);
  await expect(host.callTool("word-report", "report", { path: "guide.md" })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(await host.journal.tail(1)).toMatchObject([{ method: "tool/call", outcome: "refused", code: "PERMISSION_DENIED" }]);
});

test("a JavaScript plugin is refused a host it did not declare, and goes on", async () => {
  const { host } = await open();
  await accept(host, await host.install(join(examples, "link-check")));
  expect(await host.callTool("link-check", "check", { path: "guide.md" })).toMatchObject({ counts: { ok: 0, broken: 0, refused: 1, failed: 0 } });
  expect(await host.journal.tail(5, { outcome: "refused" })).toMatchObject([{ method: "net/fetch", target: "outside.example.org", code: "PERMISSION_DENIED", backend: "js" }]);
});
