import { AmbitError, type Availability, type CommandHost, type CommandOrder, PROCESSES_AT_ONCE } from "@ambit/api-types";
import { delimiter } from "node:path";
import { confinementAvailability } from "../confine/confinement-availability.ts";
import { type Confiner, createConfiner } from "../confine/confiner.ts";
import { CommandGates } from "./command-gates.ts";
import { commandSpec } from "./command-spec.ts";
import { resolveProgram } from "./resolve-program.ts";
import { RunningCommand } from "./running-command.ts";

/** How commands are run. */
export interface CommandRunnerOptions {
  /** One that stays its maker's to close; default one of its own. */
  readonly confiner?: Confiner;
  /** Folders in which programs are looked for; default the host's own search path. */
  readonly searchPath?: readonly string[];
  /** Folders of the host that plugins can write, beside the roots of the plugin itself. */
  readonly writable?: readonly string[];
}

/** Runs the commands that the judge allowed, each instance's apart. */
export class CommandRunner implements CommandHost {
  readonly #options: CommandRunnerOptions;
  readonly #confiner: Confiner;
  readonly #searchPath: readonly string[];
  readonly #running = new Map<string, Set<RunningCommand>>();
  readonly #starting = new Map<string, number>();
  readonly #released = new Set<string>();
  readonly #gates = new CommandGates();

  constructor(options: CommandRunnerOptions = {}) {
    this.#options = options;
    this.#confiner = options.confiner ?? createConfiner();
    this.#searchPath = options.searchPath ?? (process.env["PATH"] ?? "").split(delimiter);
  }

  async isAvailable(): Promise<Availability> {
    return confinementAvailability(await this.#confiner.describe(), "Commands");
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((instanceId) => this.release(instanceId)));
    if (this.#options.confiner === undefined) this.#confiner.close();
  }

  async start(order: CommandOrder): Promise<RunningCommand> {
    const { instanceId } = order.instance;
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

  async release(instanceId: string): Promise<void> {
    if (this.#starting.has(instanceId)) this.#released.add(instanceId);
    await Promise.all([...(this.#running.get(instanceId) ?? [])].map((command) => command.kill()));
    this.#running.delete(instanceId);
    this.#gates.close(instanceId);
  }

  #started(instanceId: string): void {
    const left = (this.#starting.get(instanceId) ?? 1) - 1;
    if (left > 0) return void this.#starting.set(instanceId, left);
    this.#starting.delete(instanceId);
    this.#released.delete(instanceId);
  }

  async #begin(order: CommandOrder): Promise<RunningCommand> {
    const { grant, surroundings, output, instance } = order;
    const ownRoots = surroundings.preopens.filter(({ access }) => access === "write").map(({ hostPath }) => hostPath);
    const program = resolveProgram(grant.program, { searchPath: this.#searchPath, writable: [...(this.#options.writable ?? []), ...ownRoots] });
    // A command that needs no other program needs no network either.
    const network = grant.alone === undefined ? this.#gates.open(instance.instanceId, instance.policy, surroundings) : undefined;
    return new RunningCommand(await this.#confiner.start(commandSpec(grant, program, { preopens: surroundings.preopens, network })), output);
  }
}
