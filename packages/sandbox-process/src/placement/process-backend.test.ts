import { type HostGateway, type JsonObject, type Sandbox, type SandboxBackend, type SandboxSpec, defaultCeilings } from "@ambit/api-types";
import { compilePolicy } from "@ambit/sandbox-permissions";
import { jsBackend } from "@ambit/sandbox-js";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConfiner } from "../confine/confiner.ts";
import { guestProcesses } from "../testing/guest-processes.ts";
import { until } from "../testing/host-process.ts";
import { processBackend } from "./process-backend.ts";

const RUN = `
let count = 0;
export default { tools: { count: () => ++count, spin: () => { for (;;); }, word: ({ word }) => word + "!" } };
`;

const confiner = createConfiner();
const bundleDir = mkdtempSync(join(tmpdir(), "ambit-bundle-"));
let backend: SandboxBackend;

beforeAll(() => {
  writeFileSync(join(bundleDir, "run.js"), RUN);
  backend = processBackend({ confiner, backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", from: import.meta.url });
});
afterAll(async () => {
  await backend.close();
  confiner.close();
  rmSync(bundleDir, { recursive: true });
});

function spec(instanceId: string, limits: JsonObject = {}): SandboxSpec {
  const gateway: HostGateway = { handle: async () => undefined };
  const manifest = { id: "a", version: "1.0.0", permissions: {}, limits: limits as Record<string, number> };
  const policy = compilePolicy({ manifest, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
  return { instanceId, plugin: { id: "a", version: "1.0.0" }, run: { js: "run.js" }, bundleDir, bundleDigest: "0".repeat(64), policy, preopens: [], config: {}, lang: "en", gateway };
}

const call = (sandbox: Sandbox, tool: string, args: JsonObject = {}): Promise<unknown> => sandbox.call("tool/call", { tool, arguments: args });

describe("an instance in a process", () => {
  test("answers, keeps its state, and is gone with its process when it is disposed", async () => {
    const before = new Set(guestProcesses());
    const sandbox = await backend.create(spec("one"));
    const own = guestProcesses().filter((pid) => !before.has(pid));
    expect(own).toHaveLength(1);
    expect([await call(sandbox, "count"), await call(sandbox, "count"), await call(sandbox, "word", { word: "hi" })]).toEqual([1, 2, "hi!"]);
    for (const kind of ["net", "mnt", "user", "ipc", "uts", "pid"]) expect(readlinkSync(`/proc/${own[0]}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
    expect(readFileSync(`/proc/${own[0]}/status`, "utf8")).toMatch(/NoNewPrivs:\t1\nSeccomp:\t2/);
    expect(readFileSync(`/proc/${own[0]}/cmdline`, "latin1")).not.toContain(bundleDir);
    await sandbox.dispose();
    expect(await sandbox.exited).toEqual({ kind: "disposed" });
    expect(guestProcesses().filter((pid) => !before.has(pid))).toEqual([]);
  });

  test("is told to have crashed when its process is killed, and the calls under way end", async () => {
    const before = new Set(guestProcesses());
    const sandbox = await backend.create(spec("killed", { callSeconds: 20, cpuMillis: 10_000 }));
    const under = call(sandbox, "spin");
    const refused = expect(under).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
    const [pid] = guestProcesses().filter((each) => !before.has(each));
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    await refused;
    expect(await sandbox.exited).toMatchObject({ kind: "crashed", error: { code: "INSTANCE_STOPPED" } });
    await expect(call(sandbox, "count")).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
  });

  test("is ended by the host when its process does not keep the deadline itself", async () => {
    const before = new Set(guestProcesses());
    const sandbox = await backend.create(spec("stopped", { callSeconds: 1 }));
    const [pid] = guestProcesses().filter((each) => !before.has(each));
    if (pid !== undefined) process.kill(pid, "SIGSTOP");
    await expect(call(sandbox, "count")).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
    expect((await sandbox.exited).kind).toBe("killed");
    await until(() => guestProcesses().every((each) => before.has(each)), 2000);
  });

  test("is refused once the backend is closed, and where nothing can be confined", async () => {
    const other = processBackend({ confiner: createConfiner({ bubblewrap: "/nowhere/bwrap" }), backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", from: import.meta.url });
    expect(await other.isAvailable()).toMatchObject({ available: false, remedy: "Install bubblewrap: apt-get install bubblewrap." });
    await expect(other.create(spec("none"))).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
    await other.close();
    await expect(other.create(spec("none"))).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
  });
});
