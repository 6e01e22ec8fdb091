import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AmbitError, callMethods, emptyPolicy, type HostGateway, type JsonObject, type JsonValue, type Limits, type PermissionPolicy, parseBoundedJson, readRpcMessage, type Sandbox, type SandboxBackend, type SandboxSpec, toErrorReply } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { createConfiner } from "@ambit/sandbox-process";
import { v8Backend } from "../v8-backend.ts";

/** The host's side of a test: answers one call, or throws an AmbitError. */
export type AnswerCall = (method: string, params: JsonObject) => JsonValue | Promise<JsonValue>;

/** What a test's plugin is made of. */
export interface PluginOptions {
  readonly files: Readonly<Record<string, string>>;
  readonly limits?: Partial<Limits>;
  readonly answer?: AnswerCall;
  /** What it is granted; nothing where absent. */
  readonly policy?: PermissionPolicy;
}

/** One plugin in one engine. */
export interface Started {
  readonly sandbox: Sandbox;
  readonly logs: JsonObject[];
  tool(tool: string, args?: JsonObject): Promise<JsonValue>;
}

/** Both engines with what they stand on, for one test file. */
export class BothEngines {
  readonly #confiner = createConfiner();
  readonly portable: SandboxBackend = jsBackend();
  readonly fast: SandboxBackend = v8Backend({ confiner: this.#confiner });
  readonly #folders: string[] = [];

  async start(backend: SandboxBackend, { files, limits, answer, policy: granted }: PluginOptions): Promise<Started> {
    const bundleDir = mkdtempSync(join(tmpdir(), "ambit-v8-"));
    this.#folders.push(bundleDir);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(bundleDir, path)), { recursive: true });
      writeFileSync(join(bundleDir, path), text);
    }
    const plugin = { id: "test-plugin", version: "1.0.0" };
    const policy = granted ?? emptyPolicy(plugin, limits);
    const logs: JsonObject[] = [];
    const spec: SandboxSpec = { instanceId: "test", plugin, run: { js: "run.js" }, bundleDir, bundleDigest: "0".repeat(64), policy, preopens: [], config: {}, lang: "en", gateway: gatewayOf(logs, answer) };
    const sandbox = await backend.create(spec);
    return { sandbox, logs, tool: (tool, args = {}) => sandbox.call("tool/call", { tool, arguments: args }) };
  }

  async close(): Promise<void> {
    await Promise.all([this.portable.close(), this.fast.close()]);
    this.#confiner.close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true });
  }
}

function gatewayOf(logs: JsonObject[], answer: AnswerCall = refuse): HostGateway {
  return {
    async handle(text) {
      const message = readRpcMessage(parseBoundedJson(text));
      if (message.kind !== "request") return undefined;
      const { id, method, params } = message.request;
      if (method === "log") logs.push(params as JsonObject);
      if (id === undefined) return undefined;
      try {
        if (!callMethods.includes(method as never)) throw new AmbitError("METHOD_NOT_FOUND", "No such call.");
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
