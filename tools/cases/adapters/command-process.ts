import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { buildPreopens } from "@ambit/sandbox-permissions";
import { CommandRunner, programFileFault } from "@ambit/sandbox-process";
import type { CaseOutcome, CaseRow } from "../case-row.ts";
import { CaseTree, type TreeItem } from "./case-tree.ts";
import { type CallEnd, RealCalls } from "./real-calls.ts";

/** Programs that the host of the cases has, whatever this machine has. */
const INSTALLED: readonly string[] = ["git", "gh", "node", "npm", "rg"];

/** Roots that the plugins of the cases are given. */
const ROOTS: readonly string[] = ["agent", "project", "temp"];

/** What a command printed, how its start ended, and when. */
interface Run {
  readonly end: CallEnd;
  readonly printed: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** The sentences of `assert_` that are understood, and whether each is so. */
const sentences: readonly { readonly words: RegExp; holds(place: string, tree: CaseTree, run: Run, row: CaseRow): boolean }[] = [
  { words: /^\{base\}\/(\S+) does not exist$/, holds: (place, tree) => !tree.exists(place) },
  { words: /^no (\/\S+); spawn without shell$/, holds: (place, _tree, run) => (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0) < run.startedAt },
  { words: /^(hook) not run$/, holds: (_place, tree) => !tree.exists("hook-was-run") },
  { words: /^child env has neither (name)$/, holds: (_place, _tree, run, row) => Object.keys(row.input["hostEnv"] as object).every((name) => run.printed !== "" && !run.printed.includes(name)) },
];

/** Runs a command case that the judge allows on the real runner, or says what a look-up on another system would find. */
export async function runProcess(row: CaseRow, policy: PermissionPolicy, facts: JudgeFacts, params: JsonObject): Promise<CaseOutcome> {
  if (row.input["platform"] !== "linux") return lookedUp(row);
  using tree = new CaseTree((row.input["setup"] as readonly TreeItem[] | undefined) ?? [], ROOTS);
  const searchPath = programsOf(row, tree);
  const run = await started(row, tree, { policy, facts, params, searchPath });
  const broken = brokenSentence(row, tree, run);
  if (broken !== undefined) return { notRun: broken };
  return outcomeOf(run.end, String((params["argv"] as readonly string[])[0]));
}

/** On another system nothing can be started; where its look-up leads is judged all the same. */
function lookedUp(row: CaseRow): CaseOutcome {
  const fault = Object.values((row.input["which"] as Readonly<Record<string, string>> | undefined) ?? {}).map(programFileFault).find((each) => each !== undefined);
  return fault === undefined ? { decision: "allow", detail: "allowed by the judge" } : { decision: "deny", detail: `the program ${fault}` };
}

/** The search path of a case's host, with the programs on it that the case names. */
function programsOf(row: CaseRow, tree: CaseTree): readonly string[] | undefined {
  const { which, hostPath, hostEnv } = row.input;
  if (typeof hostPath === "string") return hostPath.split(":");
  const named = { ...(hostEnv !== undefined && { git: "printenv" }), ...(which as Readonly<Record<string, string>> | undefined) };
  if (Object.keys(named).length === 0) return undefined;
  const folder = tree.path("programs");
  mkdirSync(folder);
  for (const [name, place] of Object.entries(named)) {
    const target = / -> (.*)$/.exec(place)?.[1]?.replaceAll("{base}", tree.base);
    const file = target ?? join(folder, name);
    writeFileSync(file, "#!/bin/sh\nenv\n");
    chmodSync(file, 0o755);
    if (target !== undefined) symlinkSync(target, join(folder, name));
  }
  return [folder];
}

interface Terms {
  readonly policy: PermissionPolicy;
  readonly facts: JudgeFacts;
  readonly params: JsonObject;
  readonly searchPath: readonly string[] | undefined;
}

async function started(row: CaseRow, tree: CaseTree, { policy, facts, params, searchPath }: Terms): Promise<Run> {
  const { hostEnv = {}, running = 0 } = row.input;
  const startedAt = Date.now();
  Object.assign(process.env, hostEnv);
  const host = new CommandRunner({ writable: [tree.path("temp")], ...(searchPath !== undefined && { searchPath }) });
  const mounts = Object.fromEntries(ROOTS.map((root) => [root, { hostPath: tree.path(root) }]));
  const surroundings = { preopens: buildPreopens(policy, mounts), facts, onConnection: () => undefined };
  try {
    await using calls = new RealCalls(policy, facts, { mountOf: () => undefined, commands: { host, surroundings: () => surroundings } });
    for (let at = 0; at < Number(running); at++) await calls.run("proc/spawn", params);
    const end = await calls.run("proc/spawn", params);
    return { startedAt, end, printed: end.code === undefined ? await printedBy(calls, (end.result as JsonObject)["process"] as number) : "" };
  } finally {
    await host.close();
    for (const name of Object.keys(hostEnv as object)) delete process.env[name];
  }
}

async function printedBy(calls: RealCalls, process: number): Promise<string> {
  let printed = "";
  for (;;) {
    const read = await calls.run("proc/read", { process });
    if (read.code !== undefined) throw new Error(`the command cannot be read: ${read.code}`);
    const { data, done } = read.result as JsonObject;
    printed += String(data);
    if (done === true) return printed;
  }
}

function brokenSentence(row: CaseRow, tree: CaseTree, run: Run): string | undefined {
  const sentence = row.input["assert_"];
  if (sentence === undefined) return undefined;
  for (const { words, holds } of sentences) {
    const place = words.exec(String(sentence))?.[1];
    if (place !== undefined) return holds(place, tree, run, row) ? undefined : `not so: ${String(sentence)}`;
  }
  return `no check for "${String(sentence)}"`;
}

/** One process more than a plugin may have is refused by the rules. What is not installed here may be on the cases' host. */
function outcomeOf(end: CallEnd, program: string): CaseOutcome {
  if (end.code === undefined) return { decision: "allow", detail: "started" };
  if (end.code === "FILE_NOT_FOUND" && INSTALLED.includes(program)) return { decision: "allow", detail: `${program} is not on this machine` };
  const isDenied = end.code === "PERMISSION_DENIED" || end.code === "LIMIT_EXCEEDED";
  return { decision: isDenied ? "deny" : "error", detail: `${end.code}: ${end.message}` };
}
