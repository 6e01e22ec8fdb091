import { type HostGateway, type JsonObject, type Sandbox, type SandboxBackend, type SandboxSpec, defaultCeilings } from "@ambit/api-types";
import { compilePolicy } from "@ambit/sandbox-permissions";
import { jsBackend } from "@ambit/sandbox-js";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { ConfinedChild, ConfinedSpec } from "../confine/confined-child.ts";
import { createConfiner } from "../confine/confiner.ts";
import { guestProcesses } from "../testing/guest-processes.ts";
import { until } from "../testing/host-process.ts";
import { HANDED_BYTES } from "./bundle-files.ts";
import { processBackend } from "./process-backend.ts";
import { WarmProcesses } from "./warm-processes.ts";

const RUN = `
import { word } from "./lib/word.js";
export default { tools: { word: () => word + (globalThis.seen ?? "nobody"), mark: () => { globalThis.seen = "somebody"; return null; } } };
`;

const confiner = createConfiner();
const bundleDir = mkdtempSync(join(tmpdir(), "ambit-bundle-"));
let backend: SandboxBackend;
let before: Set<number>;

afterAll(() => confiner.close());
beforeEach(() => {
  rmSync(bundleDir, { recursive: true });
  mkdirSync(join(bundleDir, "lib"), { recursive: true });
  writeFileSync(join(bundleDir, "run.js"), RUN);
  writeFileSync(join(bundleDir, "lib/word.js"), `export const word = "seen by ";`);
  before = new Set(guestProcesses());
  backend = processBackend({ confiner, backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", from: import.meta.url, warmProcesses: 1 });
});
afterEach(async () => {
  await backend.close();
  expect(own()).toEqual([]);
  rmSync(bundleDir, { recursive: true });
  mkdirSync(bundleDir);
});

const own = (): number[] => guestProcesses().filter((pid) => !before.has(pid));

function spec(limits: JsonObject = {}): SandboxSpec {
  const gateway: HostGateway = { handle: async () => undefined };
  const manifest = { id: "a", version: "1.0.0", permissions: {}, limits: limits as Record<string, number> };
  const policy = compilePolicy({ manifest, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
  return { instanceId: "one", plugin: { id: "a", version: "1.0.0" }, run: { js: "run.js" }, bundleDir, bundleDigest: "0".repeat(64), policy, preopens: [], config: {}, lang: "en", gateway };
}

const call = (sandbox: Sandbox, tool: string): Promise<unknown> => sandbox.call("tool/call", { tool, arguments: {} });

/** Starts a plugin, and gives the process that has been started for the next one. */
async function withOneWaiting(): Promise<{ first: Sandbox; waiting: number }> {
  const first = await backend.create(spec());
  const [busy] = own();
  await until(() => own().length === 2, 5000);
  return { first, waiting: own().find((pid) => pid !== busy) ?? -1 };
}

test("a plugin gets a process that waited, confined as any other, and nobody gets it after that", async () => {
  const { first, waiting } = await withOneWaiting();
  await call(first, "mark");
  expect(readFileSync(`/proc/${waiting}/mountinfo`, "utf8")).not.toContain("bundle");
  expect(readFileSync(`/proc/${waiting}/status`, "utf8")).toMatch(/NoNewPrivs:\t1\nSeccomp:\t2/);
  for (const kind of ["net", "mnt", "user", "ipc", "uts", "pid"]) expect(readlinkSync(`/proc/${waiting}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
  const second = await backend.create(spec());
  expect(await call(second, "word")).toBe("seen by nobody");
  expect(await call(first, "word")).toBe("seen by somebody");
  await second.dispose();
  expect(own()).not.toContain(waiting);
  await first.dispose();
});

test("a process that waited and has died is given to nobody", async () => {
  const started: ConfinedChild[] = [];
  const sleep: ConfinedSpec = { program: "/usr/bin/sleep", args: ["60"], environment: {}, binds: [], limits: { processes: 4, memoryMb: 64, tempBytes: 65_536 } };
  const pool = new WarmProcesses(async (confined) => {
    const child = await confiner.start(confined);
    started.push(child);
    return child;
  }, 1);
  pool.refill(sleep);
  await until(() => started.length === 1, 5000);
  await started[0]?.stop();
  const taken = await pool.take(sleep);
  expect(started).toEqual([expect.anything(), taken]);
  await Promise.all([taken.stop(), pool.close()]);
});

test("plugins of another size do not get it", async () => {
  const { waiting } = await withOneWaiting();
  const larger = await backend.create(spec({ memoryMb: 96 }));
  expect(await call(larger, "word")).toBe("seen by nobody");
  await larger.dispose();
  expect(own()).toContain(waiting);
});

test("a bundle with a link, or too large to be handed over, is shown as it is", async () => {
  const { waiting } = await withOneWaiting();
  symlinkSync("word.js", join(bundleDir, "lib/other.js"));
  const linked = await backend.create(spec());
  rmSync(join(bundleDir, "lib/other.js"));
  writeFileSync(join(bundleDir, "icon.png"), Buffer.alloc(HANDED_BYTES));
  const large = await backend.create(spec());
  expect([await call(linked, "word"), await call(large, "word")]).toEqual(["seen by nobody", "seen by nobody"]);
  expect(own()).toContain(waiting);
});

test("a process that waits does not keep the host alive", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@ambit/source", fileURLToPath(new URL("../testing/leaving-host.ts", import.meta.url)), bundleDir], { timeout: 30_000 });
  expect(stdout).toBe("one waits\n");
});
