import { AmbitError, type Guest, type JsonValue, parseBoundedJson, readRpcMessage, type RpcRequest, toErrorReply } from "@ambit/api-types/guest";
import { type CommandParts, CommandRun } from "./command-run.ts";

/** A module in command form: each tool call runs `_start` in a fresh instance. */
export class CommandGuest implements Guest {
  readonly #parts: CommandParts;
  #memoryBytes = 0;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  receive(message: string): void {
    const read = readRpcMessage(parseBoundedJson(message));
    // A command has no state that a notification could change, and asks nothing that is answered later.
    if (read.kind !== "request" || read.request.id === undefined) return;
    const { id } = read.request;
    try {
      this.#send({ jsonrpc: "2.0", id, result: this.#answer(read.request) });
    } catch (error) {
      this.#send({ jsonrpc: "2.0", id, error: toErrorReply(error) as unknown as JsonValue });
    }
  }

  memoryBytes(): number {
    return this.#memoryBytes;
  }

  dispose(): void {
    this.#parts.folders.close();
  }

  #answer(request: RpcRequest): JsonValue {
    if (request.method === "initialize") return { protocolVersion: 1 };
    if (request.method === "tool/call") return this.#run(request.params ?? {});
    throw new AmbitError("METHOD_NOT_FOUND", `A module in command form takes no "${request.method}".`, { method: request.method });
  }

  #run(params: JsonValue): JsonValue {
    const run = new CommandRun(this.#parts, params);
    try {
      const outcome = run.guest.run("_start", this.#parts.init.policy.limits.callSeconds);
      this.#memoryBytes = run.guest.memoryBytes;
      return run.answer(outcome);
    } finally {
      run.close();
    }
  }

  #send(message: JsonValue): void {
    this.#parts.port.send(JSON.stringify(message));
  }
}
