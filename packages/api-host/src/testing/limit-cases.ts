import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AmbitError, defaultLimits, type JsonObject, type LimitName, timerMillis } from "@ambit/api-types";
import { fixturePlugin } from "@ambit/conformance-suite";
import { jsBackend } from "@ambit/sandbox-js";
import { createConfiner, loadScriptTools, nodeLanguage, PythonLanguage, ToolNames } from "@ambit/sandbox-process";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { onTestFinished } from "vitest";
import type { PluginHost } from "../host/plugin-host.ts";
import { accept, makeHost } from "./host-rig.ts";
import { freshFolder, pluginFolder, writeFiles } from "./plugin-folder.ts";

/** A plugin that is held to one limit, and a way to use as much of it as is wanted. */
export interface LimitedPlugin {
  /** Uses an amount. Rejects where the limit stops it. */
  use(amount: number): Promise<unknown>;
  /** The host it runs in; absent for what runs without one. */
  readonly host?: PluginHost;
  /** Calls since its instance began, this one included; absent for a form without state. */
  count?(): Promise<unknown>;
}

/** How one limit is tried. */
export interface LimitCase {
  /** What the manifest asks for. */
  readonly asked: number;
  /** Amounts that are allowed: some, and the limit itself where an amount can be exact. */
  readonly within: readonly number[];
  /** Amounts that are not: one more where an amount can be exact. */
  readonly beyond: readonly number[];
  /** Milliseconds before which a limit of time stops nothing. */
  readonly notBefore?: number;
  start(limits: Readonly<Partial<Record<LimitName, number>>>): Promise<LimitedPlugin>;
}

/** More than any limit of time. */
const FOR_EVER = 1_000_000;

const code = `
  let calls = 0;
  const kept = [];
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  export const tools = {
    count: () => ++calls,
    fetch: async ({ url }, ctx) => (await ctx.net.fetch({ url })).body.length,
    write: ({ amount }, ctx) => ctx.fs.write({ root: "temp", path: "a", data: "x".repeat(amount) }),
    sleep: async ({ amount }) => void (await sleep(amount)),
    burn({ amount }) { const end = Date.now() + amount; while (Date.now() < end); return null; },
    allocate({ amount }) { for (let at = 0; at < amount; at++) kept.push(new Uint8Array(1 << 20).fill(1)); return kept.length; },
    async call({ amount }, ctx) { for (let at = 0; at < amount; at++) await ctx.kv.get({ key: "a" }); },
    store: ({ amount }, ctx) => ctx.kv.set({ key: "k", value: "x".repeat(amount - 3) }),
  };`;
const names = ["count", "fetch", "write", "sleep", "burn", "allocate", "call", "store"];

type Start = LimitCase["start"];

/** Runs the plugin above in a whole host, and uses a limit by one of its tools. */
function byTool(tool: string, args: (amount: number) => JsonObject = (amount) => ({ amount }), origin?: string): Start {
  return async (limits) => {
    const { host } = await makeHost();
    const manifest = { permissions: { files: ["rw:temp"], network: ["{account}"] }, limits, tools: names.map((name) => ({ name, description: "Runs." })) };
    await accept(host, await host.install(await pluginFolder({ manifest, code })));
    if (origin !== undefined) await host.settings.put("notes", { accounts: [origin], config: {} });
    return { host, use: (amount) => host.callTool("notes", tool, args(amount)), count: () => host.callTool("notes", "count", {}) };
  };
}

/** The same with a server that sends as many bytes as its path says, after as many milliseconds. */
function byServer(path: (amount: number) => string): Start {
  return async (limits) => {
    const server = createServer((request, answer) => {
      const [bytes = 0, ms = 0] = (request.url ?? "").slice(1).split("/").map(Number);
      setTimeout(() => answer.end("x".repeat(bytes)), timerMillis(ms)).unref();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => (server.closeAllConnections(), void server.close()));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return byTool("fetch", (amount) => ({ url: `${origin}/${path(amount)}` }), origin)(limits);
  };
}

/** A module in command form: its answer is what it writes to standard output, two quotes around it. */
const byCommandOutput: Start = async (limits) => {
  const { host } = await makeHost({ backends: [jsBackend(), wasmBackend()] });
  const { folder, manifest } = fixturePlugin("wasm:preview1:command");
  const own = await freshFolder();
  await cp(folder, own, { recursive: true });
  const text = JSON.parse(await readFile(join(folder, "ambit-plugin.json"), "utf8")) as object;
  await writeFiles(own, { "ambit-plugin.json": JSON.stringify({ ...text, limits, tools: [{ name: "huge", description: "Answers." }] }) });
  await accept(host, await host.install(own));
  return { host, use: (amount) => host.callTool(manifest.id, "huge", { bytes: amount - 2 }) };
};

/** A script tool, confined as a host would. Its failures are words for whoever called it. */
const byScript: Start = async (limits) => {
  const confiner = createConfiner();
  onTestFinished(() => confiner.close());
  const [bundleDir, workspace] = [await freshFolder(), await freshFolder()];
  await writeFiles(bundleDir, { "wait.py": "import json, sys, time\ntime.sleep(json.load(sys.stdin)['ms'] / 1000)\nprint('done')" });
  const plugin = { id: "notes", name: "Notes", bundleDir, settings: {}, limits: { ...defaultLimits, ...limits } };
  const { tools, problems } = loadScriptTools(plugin, [{ name: "wait", description: "Waits.", script: "wait.py" }], { confiner, languages: [new PythonLanguage(), nodeLanguage], names: new ToolNames() });
  const use = async (ms: number): Promise<unknown> => {
    const result = await tools[0]?.run({ ms }, { workspace });
    if (result === undefined || (result.failed && !result.text.includes("took longer than"))) throw new Error(result?.text ?? problems.join(" "));
    if (result.failed) throw new AmbitError("LIMIT_EXCEEDED", result.text, { limit: "scriptSeconds" });
    return result.text;
  };
  return { use };
};

/** How each limit of the table is tried. A limit without a case does not compile, and fails its test. */
export const limitCases: Readonly<Record<LimitName, LimitCase>> = {
  fetchSeconds: { asked: 1, within: [0, 10], beyond: [FOR_EVER], notBefore: 1000, start: (limits) => byServer((ms) => `1/${ms}`)({ callSeconds: 20, ...limits }) },
  fetchBytes: { asked: 1000, within: [1, 1000], beyond: [1001, 2_000_000], start: byServer((bytes) => `${bytes}/0`) },
  fileBytes: { asked: 1000, within: [1, 1000], beyond: [1001, 100_000], start: byTool("write") },
  callSeconds: { asked: 1, within: [0, 10], beyond: [FOR_EVER], notBefore: 1000, start: byTool("sleep") },
  cpuMillis: { asked: 500, within: [0, 10], beyond: [FOR_EVER], notBefore: 500, start: (limits) => byTool("burn")({ callSeconds: 20, ...limits }) },
  memoryMb: { asked: 32, within: [1, 8], beyond: [33, 1000], start: (limits) => byTool("allocate")({ callSeconds: 20, cpuMillis: 10_000, ...limits }) },
  scriptSeconds: { asked: 1, within: [0, 10], beyond: [FOR_EVER], notBefore: 1000, start: byScript },
  scriptOutputBytes: { asked: 1000, within: [2, 1000], beyond: [1001, 100_000], start: byCommandOutput },
  hostCalls: { asked: 10, within: [0, 9, 10], beyond: [11, 50], start: byTool("call") },
  storageBytes: { asked: 1000, within: [3, 1000], beyond: [1001, 100_000], start: byTool("store") },
};
