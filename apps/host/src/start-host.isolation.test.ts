import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { expect, onTestFinished, test } from "vitest";
import { startHost } from "./start-host.ts";

const code = `export const tools = { async *run(_args, ctx) { ctx.progress({ done: 1, total: 2 }); yield "part"; return "end"; } };`;
const fixtures = join(dirname(createRequire(import.meta.url).resolve("@ambit/sandbox-wasm/package.json")), "fixtures");

function folderOf(plugins: Readonly<Record<string, { readonly run: object; readonly tool: string; readonly file: string; readonly content: string | URL }>>, config: object): string {
  const folder = mkdtempSync(join(tmpdir(), "ambit-isolation-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "host.json"), JSON.stringify({ plugins: ["plugins"], ...config }));
  for (const [id, { run, tool, file, content }] of Object.entries(plugins)) {
    const place = join(folder, "plugins", id);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "ambit-plugin.json"), JSON.stringify({ id, version: "1.0.0", publisher: "A stranger", api: 1, run, tools: [{ name: tool, description: "Runs." }] }));
    if (typeof content === "string") writeFileSync(join(place, file), content);
    else cpSync(content, join(place, file));
  }
  return folder;
}

/** Processes that began a guest for this test's plugins: they have its backend among their words, and this process above them. */
function guests(): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isGuest(Number(name)));
}

function isGuest(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("@ambit/sandbox-") && isBelow(pid);
  } catch {
    return false;
  }
}

function isBelow(pid: number): boolean {
  return pid > 1 && (pid === process.pid || isBelow(Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)));
}

const run = { js: "run.js" };
const wasm = (form: "preview1" | "component"): object => ({ wasm: "run.wasm", abi: form });
const fixture = (path: string): URL => new URL(`file://${join(fixtures, path)}`);

test('with `"isolation": "process"` a plugin of every form runs in a process of its own, and one that is said otherwise in a thread', async () => {
  const folder = folderOf(
    {
      script: { run, tool: "run", file: "run.js", content: code },
      near: { run, tool: "run", file: "run.js", content: code },
      module: { run: wasm("preview1"), tool: "run", file: "run.wasm", content: fixture("hello/hello.wasm") },
      component: { run: wasm("component"), tool: "count", file: "run.wasm", content: fixture("plugin-component/plugin-component.component.wasm") },
    },
    { isolation: "process", isolations: { near: "thread" } },
  );
  const errors: unknown[] = [];
  const { host, close } = await startHost({ configFile: join(folder, "host.json"), port: 0, pageFolder: folder, onAddress: () => undefined, onNote: () => undefined, onInternalError: (error) => errors.push(error) });
  const heard: unknown[] = [];
  const answers: Record<string, unknown> = {};
  for (const { manifest, bundleDigest, lines, problems } of await host.plugins()) {
    expect(problems).toEqual([]);
    await host.grant(manifest.id, { bundleDigest, shown: lines.map(({ key }) => key), removed: [] });
    answers[manifest.id] = await host.callTool(manifest.id, manifest.tools[0]?.name ?? "", {}, { onPart: (part) => heard.push(part), onProgress: (progress) => heard.push(progress) });
  }
  expect(answers).toEqual({ component: "1", module: "hello\n", near: "end", script: "end" });
  expect(heard).toEqual([{ done: 1, total: 2 }, "part", { done: 1, total: 2 }, "part"]);
  expect((await host.plugins()).map(({ manifest, backend }) => [manifest.id, backend])).toEqual([["component", "wasm-process"], ["module", "wasm-process"], ["near", "js"], ["script", "js-process"]]);
  expect(guests()).not.toEqual([]);
  await close();
  expect(guests()).toEqual([]);
  expect(errors).toEqual([]);
}, 60_000);
