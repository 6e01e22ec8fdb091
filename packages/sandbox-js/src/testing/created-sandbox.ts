import { rm } from "node:fs/promises";
import { AmbitError, type HostGateway, type JsonObject, type JsonValue, type Limits, type LogParams, parseBoundedJson, readRpcMessage, type Sandbox, type SandboxBackend, type SandboxSpec, toErrorReply } from "@ambit/api-types";
import type { AnswerCall } from "./started-guest.ts";
import { bundle, guestInit } from "./started-guest.ts";

/** What a test's sandbox is made from. */
export interface SandboxOptions {
  readonly files: Readonly<Record<string, string>> | string;
  readonly limits?: Partial<Limits>;
  readonly answer?: AnswerCall;
}

/** A sandbox in a worker of its own, through the real backend. */
export interface CreatedSandbox {
  readonly sandbox: Sandbox;
  readonly logs: LogParams[];
  tool(tool: string, args?: JsonObject): Promise<JsonValue>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts one plugin in `backend`. */
export async function createSandbox(backend: SandboxBackend, options: SandboxOptions): Promise<CreatedSandbox> {
  const bundleDir = await bundle(options.files);
  const logs: LogParams[] = [];
  const { run, plugin, policy, preopens, config, lang, instanceId } = guestInit(bundleDir, options.limits);
  const spec: SandboxSpec = { instanceId, plugin, run, bundleDir, bundleDigest: "0".repeat(64), policy, preopens, config, lang, gateway: gatewayOf(logs, options.answer) };
  const drop = (): Promise<void> => rm(bundleDir, { recursive: true });
  const sandbox = await backend.create(spec).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  return {
    sandbox,
    logs,
    tool: (tool, args = {}) => sandbox.call("tool/call", { tool, arguments: args }),
    [Symbol.asyncDispose]: () => sandbox.dispose().then(drop),
  };
}

function gatewayOf(logs: LogParams[], answer: AnswerCall = refuse): HostGateway {
  return {
    async handle(text) {
      const message = readRpcMessage(parseBoundedJson(text));
      if (message.kind !== "request") return undefined;
      const { id, method, params } = message.request;
      if (method === "log") logs.push(params as unknown as LogParams);
      if (id === undefined) return undefined;
      try {
        return JSON.stringify({ jsonrpc: "2.0", id, result: method === "log" ? {} : await answer(method, params as JsonObject) });
      } catch (error) {
        return JSON.stringify({ jsonrpc: "2.0", id, error: toErrorReply(error) });
      }
    },
  };
}

function refuse(method: string): never {
  throw new AmbitError("PERMISSION_DENIED", "The test's host allows nothing.", { method });
}
