import { AmbitError, PROCESSES_AT_ONCE } from "@ambit/api-types";
import { delimiter } from "node:path";
import type { Confiner } from "../confine/confiner.ts";
import { type CommandGrant, type CommandSurroundings, commandSpec } from "./command-spec.ts";
import { resolveProgram } from "./resolve-program.ts";
import { type CommandListener, RunningCommand } from "./running-command.ts";

/** How commands are run. */
export interface CommandRunnerOptions {
  readonly confiner: Confiner;
  /** Folders in which programs are looked for; default the host's own search path. */
  readonly searchPath?: readonly string[];
  /** Folders of the host that plugins can write, beside the roots of the plugin itself. */
  readonly writable?: readonly string[];
}

/** One command to run. */
export interface CommandOrder extends CommandSurroundings {
  readonly instanceId: string;
  readonly grant: CommandGrant;
  readonly listener: CommandListener;
}

/** Runs the commands that the judge allowed, each instance's apart. */
export class CommandRunner {
  readonly #options: CommandRunnerOptions;
  readonly #searchPath: readonly string[];
  readonly #running = new Map<string, Set<RunningCommand>>();
  readonly #starting = new Map<string, number>();
  readonly #released = new Set<string>();

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
    this.#searchPath = options.searchPath ?? (process.env["PATH"] ?? "").split(delimiter);
  }

  /**
   * Starts a command.
   *
   * @throws AmbitError `LIMIT_EXCEEDED` where the instance has too many, `FILE_NOT_FOUND` or `PERMISSION_DENIED` for its program or folders,
   * `INSTANCE_STOPPED`, or what the confiner throws.
   */
  async start(order: CommandOrder): Promise<RunningCommand> {
    const { instanceId } = order;
    const commands = this.#running.get(instanceId) ?? new Set();
    this.#running.set(instanceId, commands);
    const starting = this.#starting.get(instanceId) ?? 0;
    if (commands.size + starting >= PROCESSES_AT_ONCE) throw new AmbitError("LIMIT_EXCEEDED", `At most ${PROCESSES_AT_ONCE} commands run at once.`, { limit: "processes" });
    this.#starting.set(instanceId, starting + 1);
    try {
      const command = await this.#begin(order);
      commands.add(command);
      void command.exited.then(() => commands.delete(command));
      if (!this.#released.has(instanceId)) return command;
      await command.kill();
      throw new AmbitError("INSTANCE_STOPPED", "The instance ended before its command began.");
    } finally {
      this.#started(instanceId);
    }
  }

  /** Ends every command of an instance, those that are about to begin too. Done when nothing of the others is left. */
  async release(instanceId: string): Promise<void> {
    if (this.#starting.has(instanceId)) this.#released.add(instanceId);
    await Promise.all([...(this.#running.get(instanceId) ?? [])].map((command) => command.kill()));
    this.#running.delete(instanceId);
  }

  #started(instanceId: string): void {
    const left = (this.#starting.get(instanceId) ?? 1) - 1;
    if (left > 0) return void this.#starting.set(instanceId, left);
    this.#starting.delete(instanceId);
    this.#released.delete(instanceId);
  }

  async #begin(order: CommandOrder): Promise<RunningCommand> {
    const { grant, preopens, listener } = order;
    const ownRoots = preopens.filter(({ access }) => access === "write").map(({ hostPath }) => hostPath);
    const program = resolveProgram(grant.program, { searchPath: this.#searchPath, writable: [...(this.#options.writable ?? []), ...ownRoots] });
    return new RunningCommand(await this.#options.confiner.start(commandSpec(grant, program, order)), listener);
  }
}
