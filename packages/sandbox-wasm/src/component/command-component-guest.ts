import { AmbitError, type Guest, type GuestInit, type GuestPort, type JsonValue, parseBoundedJson, readRpcMessage, type RpcRequest, toErrorReply } from "@ambit/api-types/guest";
import { commandAnswer } from "../guest/command-answer.ts";
import { commandWords } from "../guest/command-words.ts";
import { ErrorLog } from "../guest/error-log.ts";
import type { OpenPreopens } from "../guest/open-preopens.ts";
import { wasmRun } from "../guest/wasm-run.ts";
import { InputBytes } from "../preview1/stream/input-bytes.ts";
import { OutputBytes } from "../preview1/stream/output-bytes.ts";
import { ComponentInstance } from "./component-instance.ts";
import type { ComponentParts } from "./load-component.ts";

/** A component in command form: each tool call runs `wasi:cli/run` in a fresh instance. */
export class CommandComponentGuest implements Guest {
  readonly #parts: ComponentParts;
  readonly #init: GuestInit;
  readonly #port: GuestPort;
  readonly #folders: OpenPreopens;
  #memoryBytes = 0;

  constructor(parts: ComponentParts, init: GuestInit, port: GuestPort, folders: OpenPreopens) {
    this.#parts = parts;
    this.#init = init;
    this.#port = port;
    this.#folders = folders;
  }

  receive(message: string): void {
    const read = readRpcMessage(parseBoundedJson(message));
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
    throw new AmbitError("METHOD_NOT_FOUND", `A component in command form takes no "${request.method}".`, { method: request.method });
  }

  #run(params: JsonValue): JsonValue {
    const { limits } = this.#init.policy;
    const { args, env } = wasmRun(this.#init);
    const stdout = new OutputBytes(limits.scriptOutputBytes);
    const stderr = new ErrorLog(this.#port);
    const instance = new ComponentInstance(this.#parts, this.#port, this.#folders, {
      args: [this.#init.plugin.id, ...commandWords(args, params)],
      env: env ?? {},
      stdin: new InputBytes(Buffer.from(JSON.stringify(params))),
      stdout,
      stderr,
      limits,
    });
    try {
      const outcome = instance.run(({ run }) => run?.());
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

