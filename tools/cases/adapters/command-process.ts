import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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
const sentences: readonly { readonly words: RegExp; holds(found: string, tree: CaseTree, run: Run, row: CaseRow): boolean }[] = [
  { words: /^(?:no )?\{base\}\/(\S+)(?: does not exist| is not (?:there|made|created))?(?: after the call| afterwards)?$/, holds: (place, tree) => !tree.exists(place) },
  { words: /^(?:no )?(\/\S+)(?: does not exist| is not (?:there|made|created))?(?: after the call| afterwards)?$/, holds: (place, _tree, run) => (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0) < run.startedAt },
  // How it is started is not seen from outside; what a shell would have made is.
  { words: /^((?:spawn(?:ed)? )?without (?:a )?shell|shell: ?false|no shell)$/, holds: () => true },
  { words: /^(?:the )?(hook|pager|program|driver|filter|monitor)s? (?:is |was )?not (?:run|called|started)$/, holds: (_found, tree) => !tree.exists("hook-was-run") && !tree.exists("pwned") },
  { words: /^(?:the )?child(?:'s)? env(?:ironment)? (?:has|holds|contains) (?:neither|none|no)(?: of (?:them|these|those))?(?: names?)?()$/, holds: (_found, _tree, run, row) => hostNames(row).every((name) => lacks(run, name)) },
  { words: /^(?:the )?child(?:'s)? env(?:ironment)? (?:has no|does not (?:have|hold|contain)|lacks) ([A-Za-z_]\w*)$/, holds: (name, _tree, run) => lacks(run, name) },
  { words: /^([A-Za-z_]\w*) is not (?:in the child(?:'s)? env(?:ironment)?|inherited|passed on)$/, holds: (name, _tree, run) => lacks(run, name) },
];

function hostNames(row: CaseRow): readonly string[] {
  return Object.keys((row.input["hostEnv"] as object | undefined) ?? {});
}

function lacks(run: Run, name: string): boolean {
  return run.printed !== "" && !run.printed.split("\n").some((line) => line.startsWith(`${name}=`));
}

/** Runs a command case that the judge allows on the real runner, or says what a look-up on another system would find. */
export async function runProcess(row: CaseRow, policy: PermissionPolicy, facts: JudgeFacts, params: JsonObject): Promise<CaseOutcome> {
  if (!isHere(row)) return lookedUp(row);
  const { setup, gitconfig, dir } = row.input;
  const repository = gitconfig === undefined ? [] : repositoryOf(String(dir ?? "project"), gitconfig as Readonly<Record<string, unknown>>);
  using tree = new CaseTree([...((setup as readonly TreeItem[] | undefined) ?? []), ...repository], ROOTS);
  const searchPath = programsOf(row, tree);
  const run = await started(row, tree, { policy, facts, params, searchPath });
  const [program] = params["argv"] as readonly string[];
  const broken = brokenSentence(row, tree, run);
  if (broken !== undefined) return { notRun: broken };
  const isInstalled = (searchPath ?? (process.env["PATH"] ?? "").split(":")).some((folder) => statSync(join(folder, String(program)), { throwIfNoEntry: false })?.isFile());
  return outcomeOf(run.end, String(program), isInstalled);
}

/** A repository in a root, with a case's configuration; a hook and a program of it leave a mark. */
function repositoryOf(root: string, configuration: Readonly<Record<string, unknown>>): readonly TreeItem[] {
  const mark = (name: string): string => `#!/bin/sh\ntouch {base}/${name}\n`;
  const lines = Object.entries(configuration).map(([key, value]) => {
    const [section = "", ...rest] = key.split(".");
    const name = rest.pop() ?? "";
    return `[${section}${rest.length === 0 ? "" : ` "${rest.join(".")}"`}]\n\t${name} = ${JSON.stringify(String(value))}\n`;
  });
  return [
    { file: `${root}/.git/HEAD`, text: "ref: refs/heads/m\n" },
    { dir: `${root}/.git/objects` },
    { dir: `${root}/.git/refs` },
    { file: `${root}/.git/config`, text: `[core]\n\trepositoryformatversion = 0\n${lines.join("")}` },
    ...["hooks", `${root}/hooks`, `${root}/.git/hooks`].map((folder) => ({ file: `${folder}/post-index-change`, text: mark("hook-was-run"), mode: "755" })),
  ];
}

/** A case of another system runs here where it says where on this disk its programs are. */
function isHere({ input }: CaseRow): boolean {
  return ["linux", "posix", undefined, null].includes(input["platform"] as string | undefined) || JSON.stringify(input["which"] ?? input["hostPath"] ?? "").includes("{base}");
}

/** On another system nothing can be started; where its look-up leads is judged all the same. */
function lookedUp(row: CaseRow): CaseOutcome {
  const fault = Object.values((row.input["which"] as Readonly<Record<string, string>> | undefined) ?? {}).map(programFileFault).find((each) => each !== undefined);
  return fault === undefined ? { decision: "allow", detail: "allowed by the judge" } : { decision: "deny", detail: `the program ${fault}` };
}

/** The search path of a case's host, with the programs on it that the case names. */
function programsOf(row: CaseRow, tree: CaseTree): readonly string[] | undefined {
  const { which, hostPath, hostEnv } = row.input;
  if (typeof hostPath === "string") return tree.text(hostPath).split(":");
  const named = { ...(hostEnv !== undefined && { git: "/usr/bin/git" }), ...(which as Readonly<Record<string, string>> | undefined) };
  return Object.keys(named).length === 0 ? undefined : Object.entries(named).map(([name, place]) => putProgram(name, place, tree));
}

/**
 * Puts a program where a case has it, `place`, or `place -> where it leads`; gives the folder to look in. A place that is not below
 * `{base}` is one below it all the same: nothing of this machine is touched.
 */
function putProgram(name: string, place: string, tree: CaseTree): string {
  const [from = "", to] = place.split(" -> ").map((each) => (each.startsWith("{base}/") ? tree.text(each) : join(tree.base, "system", each)));
  const file = to ?? join(dirname(from), basename(from));
  for (const folder of [dirname(from), dirname(file)]) mkdirSync(folder, { recursive: true });
  writeFileSync(file, "#!/bin/sh\nenv\n", { mode: 0o755 });
  const found = join(dirname(from), name);
  if (found !== file) symlinkSync(file, found);
  return dirname(from);
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
  for (const part of String(sentence).split(";").map((each) => each.trim())) {
    const known = sentences.find(({ words }) => words.test(part));
    if (known === undefined) return `no check for "${part}"`;
    if (!known.holds(known.words.exec(part)?.[1] ?? "", tree, run, row)) return `not so: ${part}`;
  }
  return undefined;
}

/** One process more than a plugin may have is refused by the rules. What is not installed here may be on the cases' host. */
function outcomeOf(end: CallEnd, program: string, isInstalled: boolean): CaseOutcome {
  if (end.code === undefined) return { decision: "allow", detail: "started" };
  if (end.code === "FILE_NOT_FOUND" && !isInstalled && INSTALLED.includes(program)) return { decision: "allow", detail: `${program} is not on this machine` };
  const isDenied = end.code === "PERMISSION_DENIED" || end.code === "LIMIT_EXCEEDED";
  return { decision: isDenied ? "deny" : "error", detail: `${end.code}: ${end.message}` };
}
