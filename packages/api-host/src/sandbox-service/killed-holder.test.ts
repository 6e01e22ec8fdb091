import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HostStore, SandboxLimits, SandboxProvider } from "@ambit/api-types";
import { createDockerProvider } from "@ambit/sandbox-docker";
import { TEST_IMAGE, TestEngine } from "@ambit/sandbox-docker/test-engine";
import { createLocalProvider } from "@ambit/sandbox-process/provider";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";
import type { DoomedOrder } from "../testing/doomed-session.ts";
import { createSandboxService } from "./create-sandbox-service.ts";
import type { SandboxSession } from "./sandbox-service.ts";

const limits: SandboxLimits = { cpu: 1, memoryMb: 256, diskMb: 32, egress: "none", allowHosts: [] };
const actor = { accountId: "a", conversationId: "c" };
const MINUTES = 180_000;
const LEASE_MS = 3000;
const environment = "shared";

let folder = "";
let store: HostStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ambit-holders-"));
  store = createSqliteStore(join(folder, "host.db"));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const beat = (file: string): string => `i=0; while :; do i=$((i+1)); echo $i > ${file}; sleep 0.1; done`;

/** A holder in a process of its own, whose commands run. */
async function doomedHolder(provider: DoomedOrder["provider"]): Promise<{ readonly tag: string; kill(): Promise<void> }> {
  const order: DoomedOrder = { provider, store: join(folder, "host.db"), environment, limits, leaseMs: LEASE_MS, command: `(${beat("child")}) & ${beat("doomed")}`, until: "/workspace/child" };
  const child = spawn(process.execPath, ["--conditions=@ambit/source", join(import.meta.dirname, "../testing/doomed-session.ts"), JSON.stringify(order)], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return {
    ...(JSON.parse(said.toString()) as { tag: string }),
    kill: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Whether something still writes into a file. */
async function beats(session: SandboxSession, file: string): Promise<boolean> {
  const { stdout } = await session.exec(`cat ${file}; sleep 0.7; cat ${file}`);
  const [before, after] = stdout.trim().split("\n");
  return before !== after;
}

const open = (provider: SandboxProvider): Promise<SandboxSession> => createSandboxService({ provider, store, leaseMs: LEASE_MS }).open(environment, { limits }, { actor });
const leasesLeft = async (): Promise<readonly string[]> => (await store.leases.expired(Date.now() + 1_000_000)).map(({ holder }) => holder);

test("commands of a killed holder go on on an engine until its lease runs out; then they end, and those of others do not", { timeout: MINUTES }, async () => {
  const engine = await TestEngine.start();
  if (typeof engine === "string") {
    console.error(`\nNO HOLDER WAS KILLED ON AN ENGINE, FOR NONE COULD BE STARTED: ${engine}\n`);
    return expect(engine).toMatch(/docker/);
  }
  const provider = createDockerProvider({ socketPath: engine.socketPath, image: TEST_IMAGE });
  try {
    const living = await open(provider);
    const going = living.exec(beat("living"), { timeoutMs: 90_000 });
    const doomed = await doomedHolder({ socketPath: engine.socketPath, image: TEST_IMAGE });
    await doomed.kill();
    // Nothing but the clean-up can end them: the engine does not know that their holder is dead.
    expect(await beats(living, "doomed")).toBe(true);
    for (const file of ["doomed", "child"]) await expect.poll(() => beats(living, file), { timeout: 30_000 }).toBe(false);
    expect(await beats(living, "living")).toBe(true);
    await expect.poll(leasesLeft).toEqual([living.tag]);
    await living.close();
    expect(await going).toMatchObject({ exitCode: null, timedOut: false });
    expect(await leasesLeft()).toEqual([]);
  } finally {
    await provider.close();
    await engine.stop();
  }
});

test("after a host that was killed the next one finds the files, nothing that runs, and clears the lease", { timeout: MINUTES }, async () => {
  const place = join(folder, "sandboxes");
  const doomed = await doomedHolder({ folder: place });
  expect(await leasesLeft()).toEqual([doomed.tag]);
  await doomed.kill();
  const provider = await createLocalProvider({ folder: place, unenforced: process.getuid?.() === 0 ? [] : ["cpu"] });
  try {
    const next = await open(provider);
    for (const file of ["doomed", "child"]) {
      expect((await next.exec(`cat ${file}`)).stdout).toMatch(/^\d+\n$/);
      expect(await beats(next, file)).toBe(false);
    }
    await expect.poll(leasesLeft, { timeout: 30_000 }).toEqual([next.tag]);
    await next.close();
  } finally {
    await provider.close();
  }
});
