import { resolve } from "node:path";
import { AmbitError, type JsonValue } from "@ambit/api-types";
import { CommandRunner, ScriptRunner } from "@ambit/sandbox-process";
import { createTestHost } from "@ambit/test-host";
import { buildPlugin } from "../build/build-plugin.ts";
import { readNameValues } from "../run/name-values.ts";
import { readRoots } from "../run/root-option.ts";
import { exitCodes } from "../terminal/exit-code.ts";
import { type Output, paint } from "../terminal/output.ts";
import { findProblems } from "../validate/find-problems.ts";
import { problemLine } from "../validate/problem.ts";
import { type OwnTests, runOwnTests } from "./own-tests.ts";
import { type SmokeCall, smokeCalls } from "./smoke-calls.ts";

/** What `ambit test` was asked. */
export interface TestRequest {
  readonly folder: string;
  /** Addresses that stand for accounts. */
  readonly accounts: readonly string[];
  /** `name=folder` for the roots that the plugin asks for; an empty folder for each other. */
  readonly roots: readonly string[];
  /** `name=value`. */
  readonly secrets: readonly string[];
  /** Smoke calls may reach the real network, by what the plugin declares. */
  readonly network: boolean;
}

/** Builds and checks a plugin, runs its own tests, and calls each of its tools once with what it declares. */
export async function testCommand(request: TestRequest, output: Output): Promise<void> {
  const folder = resolve(request.folder);
  const roots = Object.fromEntries(Object.entries(readRoots(request.roots)).map(([name, { hostPath }]) => [name, String(hostPath)]));
  await buildPlugin(folder, output);
  const errors = (await findProblems(folder)).filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new AmbitError("BUNDLE_INVALID", errors.map(problemLine).join("\n"));
  output.progress("Running the plugin's own tests");
  const own = await runOwnTests(folder);
  output.progress("Calling each tool once");
  await using host = await createTestHost(folder, {
    accounts: request.accounts,
    secrets: readNameValues("--secret", request.secrets),
    roots,
    scripts: new ScriptRunner({ python: { warm: false } }),
    commands: new CommandRunner(),
    ...(request.network && { network: "real" }),
  });
  const calls = await smokeCalls(host);
  const ok = own.passed && calls.every(({ outcome }) => outcome !== "failed");
  output.result({ ok, tests: { ...own }, calls } as unknown as JsonValue, reportOf(own, calls, ok));
  if (!ok) process.exitCode = exitCodes.failed;
}

function reportOf(own: OwnTests, calls: readonly SmokeCall[], ok: boolean): string {
  const tests = own.files.length === 0 ? "no tests of its own" : `${own.files.length} test ${own.files.length === 1 ? "file" : "files"} of its own: ${own.passed ? paint("green", "passed") : paint("red", "failed")}`;
  return [tests, ...calls.flatMap(callLines), ok ? paint("green", "The plugin passed.") : paint("red", "The plugin failed.")].join("\n");
}

const MARKS = { ok: paint("green", "ok    "), failed: paint("red", "failed"), unsure: paint("yellow", "unsure") } as const;

function callLines({ tool, outcome, ms, code, message, refused, ...call }: SmokeCall): readonly string[] {
  const head = `${MARKS[outcome]} ${tool} ${JSON.stringify(call.arguments)} ${ms} ms`;
  const why = code === undefined ? [] : [`       ${code}: ${message ?? ""}`];
  const hint = outcome === "unsure" ? ["       Give the tool's params an example that works here: \"examples\": [{ ... }]"] : [];
  return [head, ...why, ...hint, ...refused.map((line) => `       refused on the way: ${line}`)];
}
