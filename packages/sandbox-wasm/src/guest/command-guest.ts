import {
  AmbitError,
  type Guest,
  type GuestInit,
  type GuestPort,
  type JsonValue,
  parseBoundedJson,
  readRpcMessage,
  type RpcRequest,
  toErrorReply,
} from "@ambit/api-types/guest";
import type { WasmModule } from "../engine/web-assembly.ts";
import { InputBytes } from "../preview1/stream/input-bytes.ts";
import { OutputBytes } from "../preview1/stream/output-bytes.ts";
import { commandAnswer } from "./command-answer.ts";
import { commandWords } from "./command-words.ts";
import { ErrorLog } from "./error-log.ts";
import { GuestInstance } from "./guest-instance.ts";
import type { OpenPreopens } from "./open-preopens.ts";
import { wasmRun } from "./wasm-run.ts";

/** A module in command form: each tool call runs `_start` in a fresh instance. */
export class CommandGuest implements Guest {
  readonly #module: WasmModule;
  readonly #init: GuestInit;
  readonly #port: GuestPort;
  readonly #folders: OpenPreopens;
  #memoryBytes = 0;

  constructor(module: WasmModule, init: GuestInit, port: GuestPort, folders: OpenPreopens) {
    this.#module = module;
    this.#init = init;
    this.#port = port;
    this.#folders = folders;
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
    this.#folders.close();
  }

  #answer(request: RpcRequest): JsonValue {
    if (request.method === "initialize") return { protocolVersion: 1 };
    if (request.method === "tool/call") return this.#run(request.params ?? {});
    throw new AmbitError("METHOD_NOT_FOUND", `A module in command form takes no "${request.method}".`, { method: request.method });
  }

  #run(params: JsonValue): JsonValue {
    const { callSeconds, scriptOutputBytes } = this.#init.policy.limits;
    const stdout = new OutputBytes(scriptOutputBytes);
    const stderr = new ErrorLog(this.#port);
    const { args, env } = wasmRun(this.#init);
    const instance = new GuestInstance(this.#module, this.#port, {
      args: [this.#init.plugin.id, ...commandWords(args, params)],
      env: env ?? {},
      stdin: new InputBytes(Buffer.from(JSON.stringify(params))),
      stdout,
      stderr,
      preopens: this.#folders.preopens,
    });
    try {
      const outcome = instance.run("_start", callSeconds);
      this.#memoryBytes = instance.memoryBytes;
      return commandAnswer(outcome, stdout.text);
    } finally {
      instance.close();
      stderr.flush();
    }
  }

  #send(message: JsonValue): void {
    this.#port.send(JSON.stringify(message));
  }
}
