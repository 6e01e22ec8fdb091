import { AmbitError, type JsonValue, parseBoundedJson, readRpcMessage, type RpcRequest, toErrorReply } from "@ambit/api-types/guest";
import type { BegunCalls } from "./begun-calls.ts";
import { type CommandParts, CommandRun } from "./command-run.ts";
import type { SuspendingTurns } from "./suspending-guest.ts";

/** The turns of a command that may be suspended: each tool call runs `_start` in a fresh instance. */
export class SuspendingCommand implements SuspendingTurns {
  readonly #parts: CommandParts;
  #run: CommandRun | undefined;
  #memoryBytes = 0;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  get begun(): BegunCalls | undefined {
    return this.#run?.guest.begun;
  }

  async turn(message: string): Promise<void> {
    const read = readRpcMessage(parseBoundedJson(message));
    if (read.kind !== "request" || read.request.id === undefined) return;
    const { id } = read.request;
    const body = await this.#answer(read.request).then((result) => ({ result }), (error: unknown) => ({ error: toErrorReply(error) }));
    this.#parts.port.send(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
  }

  memoryBytes(): number {
    return this.#memoryBytes;
  }

  close(): void {
    this.#run?.close();
    this.#parts.folders.close();
  }

  async #answer(request: RpcRequest): Promise<JsonValue> {
    if (request.method === "initialize") return { protocolVersion: 1 };
    if (request.method !== "tool/call") throw new AmbitError("METHOD_NOT_FOUND", `A module in command form takes no "${request.method}".`, { method: request.method });
    const run = new CommandRun(this.#parts, request.params ?? {});
    this.#run = run;
    try {
      const outcome = await run.guest.runSuspending("_start", this.#parts.init.policy.limits.callSeconds);
      this.#memoryBytes = run.guest.memoryBytes;
      return run.answer(outcome);
    } finally {
      this.#run = undefined;
      run.close();
    }
  }
}
