import { AmbitError, fromErrorReply, type Guest, type GuestInit, type GuestPort, isErrorCode, type JsonValue, parseBoundedJson, readRpcMessage, type RpcId, toErrorReply } from "@ambit/api-types/guest";
import { endError } from "../guest/end-error.ts";
import { ErrorLog } from "../guest/error-log.ts";
import type { OpenPreopens } from "../guest/open-preopens.ts";
import { wasmRun } from "../guest/wasm-run.ts";
import { InputBytes } from "../preview1/stream/input-bytes.ts";
import { ComponentInstance } from "./component-instance.ts";
import type { ComponentParts } from "./load-component.ts";

/** Functions of `ambit:plugin/guest` by the messages that they take, and the parameters that are JSON texts there. */
const functions: Readonly<Record<string, { readonly name: string; readonly texts: readonly string[] }>> = {
  initialize: { name: "initialize", texts: ["config"] },
  "tool/call": { name: "toolCall", texts: ["arguments"] },
  "hook/run": { name: "hookRun", texts: ["payload"] },
  "route/call": { name: "routeCall", texts: ["query", "headers", "body"] },
  "call/cancel": { name: "callCancel", texts: [] },
  "event/deliver": { name: "eventDeliver", texts: ["payload"] },
  "timer/fired": { name: "timerFired", texts: [] },
  shutdown: { name: "shutdown", texts: [] },
};

/** A component that exports `ambit:plugin/guest`: one instance, whose state lives from call to call. */
export class ReactorComponentGuest implements Guest {
  readonly #port: GuestPort;
  readonly #folders: OpenPreopens;
  readonly #log: ErrorLog;
  readonly #instance: ComponentInstance;

  constructor(parts: ComponentParts, init: GuestInit, port: GuestPort, folders: OpenPreopens) {
    this.#port = port;
    this.#folders = folders;
    this.#log = new ErrorLog(port);
    const { env } = wasmRun(init);
    this.#instance = new ComponentInstance(parts, port, folders, { args: [init.plugin.id], env: env ?? {}, stdin: new InputBytes(), stdout: this.#log, stderr: this.#log, limits: init.policy.limits });
  }

  receive(message: string): void {
    const read = readRpcMessage(parseBoundedJson(message));
    if (read.kind === "response") return;
    const { method, id, params = {} } = read.request;
    const outcome = this.#instance.run((entry) => this.#call(entry, method, params));
    this.#log.flush();
    if (outcome.kind === "returned") return this.#answer(id, outcome.value as Answer);
    this.#port.fail(endError(outcome) ?? new AmbitError("GUEST_EXITED", "The plugin ended itself.", { exitCode: 0 }));
  }

  memoryBytes(): number {
    return this.#instance.memoryBytes;
  }

  dispose(): void {
    this.#instance.close();
    this.#folders.close();
  }

  /** Calls one function; an error that it returns is its answer, and the instance lives. */
  #call(entry: Parameters<Parameters<ComponentInstance["run"]>[0]>[0], method: string, params: JsonValue): Answer {
    const known = Object.hasOwn(functions, method) ? functions[method] : undefined;
    const take = known === undefined ? undefined : entry[known.name];
    // One that was built for fewer messages takes no others; what is asked by them must not pass for answered.
    if (known === undefined || take === undefined) return { error: new AmbitError("METHOD_NOT_FOUND", `The component takes no "${method}".`, { method }) };
    try {
      return { value: take(...(method === "shutdown" ? [] : [withTexts(params, known.texts)])) };
    } catch (thrown) {
      if (thrown instanceof Error && Object.hasOwn(thrown, "payload")) return { error: guestError((thrown as Error & { readonly payload?: unknown }).payload) };
      throw thrown;
    }
  }

  #answer(id: RpcId | undefined, { value, error }: Answer): void {
    if (id === undefined) return;
    if (error !== undefined) return this.#port.send(JSON.stringify({ jsonrpc: "2.0", id, error: toErrorReply(error) }));
    this.#port.send(JSON.stringify({ jsonrpc: "2.0", id, result: typeof value === "string" ? parseBoundedJson(value) : {} }));
  }
}

interface Answer {
  readonly value?: unknown;
  readonly error?: AmbitError;
}

function withTexts(params: JsonValue, texts: readonly string[]): JsonValue {
  const object = { ...(params as { readonly [key: string]: JsonValue }) };
  for (const key of texts) object[key] = JSON.stringify(object[key] ?? null);
  return object;
}

/** The record `error` that a component returned, as an error of the registry. */
function guestError(payload: unknown): AmbitError {
  const { code, message, details } = (typeof payload === "object" && payload !== null ? payload : {}) as { readonly code?: unknown; readonly message?: unknown; readonly details?: unknown };
  return fromErrorReply({ message, data: isErrorCode(code) ? { ...detailsOf(details), code } : undefined });
}

/** The details that a component gave, a JSON text; what is none is left out. */
function detailsOf(text: unknown): object {
  try {
    const details = typeof text === "string" && text !== "" ? parseBoundedJson(text) : {};
    return typeof details === "object" && details !== null ? details : {};
  } catch {
    return {};
  }
}
