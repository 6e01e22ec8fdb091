import { type CommandGrant, type Decision, type JsonObject, type JudgeFacts, type PermissionPolicy, type Preopen, defaultCeilings, procSpawn } from "@ambit/api-types";
import { buildPreopens, compilePolicy, judge } from "@ambit/sandbox-permissions";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandRunner, type CommandRunnerOptions } from "../command/command-runner.ts";
import type { RunningCommand } from "../command/running-command.ts";
import { type Confiner, createConfiner } from "../confine/confiner.ts";

/** What a command that has ended left. */
export interface CommandOutcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly ended: string;
}

/** A plugin with one root, and commands that the real judge decides on. */
export class CommandRig {
  readonly confiner: Confiner = createConfiner();
  readonly root: string = mkdtempSync(join(tmpdir(), "ambit-root-"));
  readonly runner: CommandRunner;
  readonly #facts: JudgeFacts = { accounts: () => [], sharedPorts: () => [], platform: "linux", fenced: () => [], harnessRoots: () => ({}), commandRoots: () => ["repo"] };

  constructor(options: Partial<CommandRunnerOptions> = {}) {
    this.runner = new CommandRunner({ confiner: this.confiner, ...options });
  }

  /** What the judge says to a line. `access` is that of the root `repo`. */
  decide(lines: readonly string[], params: JsonObject, access: "read" | "write" = "read"): { readonly decision: Decision; readonly preopens: readonly Preopen[] } {
    const policy = this.#policy(lines, access);
    return { decision: judge(policy, { method: "proc/spawn", params }, procSpawn, this.#facts), preopens: buildPreopens(policy, { repo: { hostPath: this.root } }) };
  }

  /** Judges a line, starts it, and hands over what it prints. `writable` shows the root for writing, which the judge would not allow; `company` lets it start others. */
  async start(argv: readonly string[], take: (stream: string, piece: Buffer) => void, terms: { readonly dir?: string; readonly line?: string; readonly instanceId?: string; readonly writable?: boolean; readonly company?: boolean } = {}): Promise<RunningCommand> {
    const { dir = "repo", line = argv.join(" ") } = terms;
    const { decision, preopens } = this.decide([line], { argv, ...(dir !== "" && { dir }) });
    if (!decision.allowed || decision.grant.kind !== "command") throw new Error(`refused: ${JSON.stringify(decision)}`);
    const { alone, ...others } = decision.grant;
    const grant: CommandGrant = { ...others, ...(alone !== undefined && terms.company !== true && { alone }) };
    const seen = preopens.map((preopen): Preopen => (terms.writable === true ? { ...preopen, access: "write" } : preopen));
    const instance = { instanceId: terms.instanceId ?? "i", pluginId: "a", policy: this.#policy([line], "read"), notify: () => undefined };
    const surroundings = { preopens: seen, facts: this.#facts, onConnection: () => undefined };
    return this.runner.start({ instance, grant, surroundings, output: (stream, piece) => take(stream, Buffer.from(piece)) });
  }

  /** Runs a line to its end, consuming all it prints. */
  async run(argv: readonly string[], terms: Parameters<CommandRig["start"]>[2] = {}): Promise<CommandOutcome> {
    const printed = { stdout: "", stderr: "" };
    const started = this.start(argv, (stream, piece) => {
      printed[stream as "stdout" | "stderr"] += piece.toString();
      void started.then((command) => command.consumed(piece.length));
    }, terms);
    const command = await started;
    command.closeInput();
    const { exitCode, ended } = await command.exited;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { ...printed, exitCode, ended };
  }

  close(): void {
    this.confiner.close();
    rmSync(this.root, { recursive: true, force: true });
  }

  #policy(lines: readonly string[], access: "read" | "write"): PermissionPolicy {
    const manifest = { id: "a", version: "1.0.0", permissions: { commands: lines.map((name) => ({ name })), files: [{ root: "repo", access }] }, limits: {} };
    return compilePolicy({ manifest, removed: [], host: { roots: { repo: { access: "write" } }, ceilings: defaultCeilings } });
  }
}
