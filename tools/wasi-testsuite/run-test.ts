import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { AmbitError, defaultCeilings, type HostGateway, type SandboxBackend, type SandboxSpec } from "@ambit/api-types";
import { compilePolicy } from "@ambit/sandbox-permissions";
import { buildWasiPreopens } from "@ambit/sandbox-wasm";
import type { SuiteTest } from "./read-tests.ts";

/** What a module did. */
interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one module of the suite in a worker, under a policy that grants its folder for writing; gives what is wrong with it, or undefined. */
export async function runTest(backend: SandboxBackend, test: SuiteTest): Promise<string | undefined> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "ambit-wasi-testsuite-")));
  try {
    // Modules change their folder, and the next run needs it as it was.
    if (test.root !== undefined) await cp(test.root, folder, { recursive: true });
    return judgeRun(test, await runModule(backend, test, folder));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runModule(backend: SandboxBackend, test: SuiteTest, folder: string): Promise<Run> {
  const log: string[] = [];
  const sandbox = await backend.create(await specOf(test, folder, logGateway(log)));
  try {
    const result = await sandbox.call("tool/call", { tool: "run", arguments: {} });
    return { exitCode: 0, stdout: typeof result === "string" ? result : JSON.stringify(result), stderr: log.join("\n") };
  } catch (error) {
    if (!AmbitError.isInstance(error) || error.details.exitCode === undefined) throw new Error(AmbitError.isInstance(error) ? `${error.code}: ${error.message}${notes(log)}` : String(error), { cause: error });
    return { exitCode: error.details.exitCode, stdout: "", stderr: log.join("\n") };
  } finally {
    await sandbox.dispose();
  }
}

async function specOf(test: SuiteTest, folder: string, gateway: HostGateway): Promise<SandboxSpec> {
  const manifest = {
    id: "wasi-testsuite",
    version: "1.0.0",
    permissions: test.root === undefined ? {} : { files: [{ root: "workspace", access: "write" as const }] },
    limits: { callSeconds: 30, cpuMillis: 10_000 },
  };
  const policy = compilePolicy({ manifest, removed: [], host: { roots: { workspace: { access: "write" } }, ceilings: defaultCeilings } });
  return {
    instanceId: test.name,
    plugin: { id: manifest.id, version: manifest.version },
    run: { wasm: basename(test.module), abi: "preview1", args: test.args, env: test.env },
    bundleDir: dirname(test.module),
    bundleDigest: createHash("sha256").update(await readFile(test.module)).digest("hex"),
    policy,
    // The suite's modules expect their folder at the root.
    preopens: buildWasiPreopens(policy, { workspace: { hostPath: folder } }).map((preopen) => ({ ...preopen, guestPath: "/" })),
    config: {},
    lang: "en",
    gateway,
  };
}

/** A host that takes nothing but the plugin's log, which is where its standard error goes. */
function logGateway(log: string[]): HostGateway {
  return {
    async handle(message) {
      const { method, params } = JSON.parse(message) as { readonly method?: string; readonly params?: { readonly message?: string } };
      if (method === "log") log.push(params?.message ?? "");
      return undefined;
    },
  };
}

function judgeRun(test: SuiteTest, run: Run): string | undefined {
  if (run.exitCode !== test.exitCode) return `exit code ${run.exitCode}, not ${test.exitCode}${notes([run.stderr])}`;
  if (test.stdout !== undefined && run.stdout !== test.stdout) return `standard output is ${JSON.stringify(run.stdout)}, not ${JSON.stringify(test.stdout)}`;
  if (test.stderr !== undefined && run.stderr !== test.stderr) return `standard error is ${JSON.stringify(run.stderr)}, not ${JSON.stringify(test.stderr)}`;
  return undefined;
}

function notes(log: readonly string[]): string {
  const text = log.join("\n").trim();
  return text === "" ? "" : `\n    ${text.slice(0, 600).replaceAll("\n", "\n    ")}`;
}
