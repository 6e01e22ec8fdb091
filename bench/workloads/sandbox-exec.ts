import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxHandle, SandboxProvider } from "@ambit/api-types";
import { createDockerProvider } from "@ambit/sandbox-docker";
import { createLocalProvider } from "@ambit/sandbox-process/provider";
import { TEST_IMAGE, TestEngine } from "@ambit/sandbox-docker/test-engine";
import { type Contender, sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { target, type Workload } from "../measure/workload.ts";

const ROUNDS = 20;
const COMMANDS = 10;
const { signal } = new AbortController();

/** One command on an instance that runs: the local provider beside a bare process, and beside the provider on a Docker engine. */
export const workload: Workload = {
  summary: "one command on a running sandbox instance",
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), "ambit-bench-"));
    const local = await createLocalProvider({ folder, unenforced: ["cpu"] });
    const engine = await TestEngine.start();
    const docker = engine instanceof TestEngine ? createDockerProvider({ socketPath: engine.socketPath, image: TEST_IMAGE }) : undefined;
    if (typeof engine === "string") progress(`Docker is not measured: ${engine}`);
    progress(`${ROUNDS} rounds of ${COMMANDS} commands each`);
    try {
      const contenders: Record<string, Contender> = { spawn: () => timed(COMMANDS, bareProcess), local: await commandsOn(local) };
      if (docker !== undefined) contenders["docker"] = await commandsOn(docker);
      await sideBySide(contenders, 2);
      const run = await sideBySide(contenders, ROUNDS);
      return {
        figures: Object.entries(run.samples).map(([name, samples]) => figure(names[name] ?? name, "us", samples)),
        targets: [target("local provider / bare process", run.ratio("local", "spawn"), 5), ...(docker === undefined ? [] : [target("local provider / Docker provider", run.ratio("local", "docker"), 0.2)])],
      };
    } finally {
      await docker?.close();
      await local.close();
      rmSync(folder, { recursive: true, force: true });
      if (engine instanceof TestEngine) await engine.stop();
    }
  },
};

const names: Readonly<Record<string, string>> = { spawn: "a bare /bin/sh -c true", local: "exec, local provider", docker: "exec, Docker provider" };

function bareProcess(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", "true"], { stdio: ["ignore", "pipe", "pipe"], env: {} });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}

async function commandsOn(provider: SandboxProvider): Promise<Contender> {
  const limits = { cpu: 2, memoryMb: 256, diskMb: 64, egress: "none", allowHosts: [] } as const;
  const fileSystem = await provider.createFileSystem({ name: "bench-files", limits, signal });
  const instance: SandboxHandle = await provider.create({ name: "bench-instance", limits, fileSystem, signal });
  const terms = { command: "true", timeoutMs: 10_000, maxOutputBytes: 1000, tag: "bench", actor: { accountId: "bench", conversationId: "bench" }, signal };
  return () => timed(COMMANDS, () => provider.exec(instance, terms));
}
