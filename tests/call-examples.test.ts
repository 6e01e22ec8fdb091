import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMemoryStore, createPluginHost } from "@ambit/api-host";
import { callMethods, callTable, type CallDefinition, type JsonValue } from "@ambit/api-types";
import { createContext } from "@ambit/plugin-sdk/runtime";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { expect, onTestFinished, test } from "vitest";
import { callExamples } from "../tools/reference-pages/examples/calls.ts";

const root = join(import.meta.dirname, "..");
const examples = join(root, "tools/reference-pages/examples");
const page = readFileSync(join(root, "docs/reference/calls.md"), "utf8");

/** The page's part on one call. */
const sectionOf = (method: string): string => page.split(`\n## \`${method}\`\n`)[1]?.split("\n## ")[0] ?? "";

test.for(callMethods)("the page has an example of %s in TypeScript, and it makes that call", async (method) => {
  const shown = /```ts\n([^]*?)\n```/.exec(sectionOf(method))?.[1] ?? "none";
  expect(readFileSync(join(examples, "calls.ts"), "utf8")).toContain(`    ${shown}\n`);
  const made: (readonly [string, JsonValue])[] = [];
  const hello = { protocolVersion: 1, plugin: { id: "a", version: "1.0.0" }, lang: "en", calls: callMethods, config: {} } as const;
  const ctx = createContext({ hello, call: async (name, params) => (made.push([name, params]), null), log: (level, message) => void made.push(["log", { level, message }]), sleep: async () => {} });
  await callExamples[method]?.(ctx);
  expect(made).toEqual([[method, callTable[method].example]]);
});

test("the TypeScript examples pass the compiler", { timeout: 120_000 }, async () => {
  const ran = promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", join(examples, "tsconfig.json")]).then(() => "", (error: { readonly stdout: string }) => error.stdout);
  expect(await ran).toBe("");
});

test.for(callMethods)("the page has an example of %s in C", (method) => {
  const shown = /```c\n([^]*?)\n```/.exec(sectionOf(method))?.[1] ?? "none";
  expect(readFileSync(join(examples, "calls.c"), "utf8")).toContain(shown.replaceAll(/^/gm, "    "));
});

test("the C examples are compiled from what the page shows (else: tools/reference-pages/examples/rebuild.sh), and each reaches the host as a valid call", { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-examples-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(examples, "calls.wasm"), join(folder, "run.wasm"));
  const tools = ["digest", "call"].map((name) => ({ name, description: "Makes a call." }));
  writeFileSync(join(folder, "ambit-plugin.json"), JSON.stringify({ id: "examples", version: "1.0.0", publisher: "Ambit", api: 1, run: { wasm: "run.wasm", abi: "preview1" }, tools }));
  const host = await createPluginHost({ store: createMemoryStore(), backends: [wasmBackend()] });
  onTestFinished(() => host.close());
  const { bundleDigest, lines } = await host.install(folder);
  await host.grant("examples", { bundleDigest, shown: lines.map(({ key }) => key), removed: [] });
  const sources = [join(root, "packages/plugin-sdk/include/ambit.h"), join(examples, "calls.c")].map((file) => readFileSync(file));
  expect(await host.callTool("examples", "digest", {})).toBe(createHash("sha256").update(Buffer.concat(sources)).digest("hex"));
  for (const method of callMethods) await host.callTool("examples", "call", { method });
  for (const method of callMethods) {
    const [record] = await host.journal.tail(1, { method });
    // Judged, so its parameters were valid: nothing is granted to it, and it has opened nothing.
    const { kind } = (callTable[method] as CallDefinition).needs;
    expect([method, record?.code ?? "done"]).toEqual([method, kind === "basic" ? "done" : kind === "handle" ? "UNKNOWN_HANDLE" : "PERMISSION_DENIED"]);
  }
});
