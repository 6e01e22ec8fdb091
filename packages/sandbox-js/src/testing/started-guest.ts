import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { AmbitError, callMethods, emptyPolicy, fromErrorReply, type Guest, type GuestInit, type JsonObject, type JsonValue, type Limits, type LogParams, readRpcMessage, type RpcRequest, toErrorReply } from "@ambit/api-types";
import { makeEngineImage } from "../engine/make-image.ts";
import { createGuest } from "../guest/quickjs-guest.ts";

/** The host's side of a test: answers one call, or throws an AmbitError. */
export type AnswerCall = (method: string, params: JsonObject) => JsonValue | Promise<JsonValue>;

/** What a test's guest is made from. */
export interface GuestOptions {
  /** Files of the plugin, by path; or the source of its `run.js`. */
  readonly files: Readonly<Record<string, string>> | string;
  readonly answer?: AnswerCall;
  readonly calls?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly config?: JsonObject;
}

/** A guest that runs in the test's own thread, so that a test sees every message. */
export interface StartedGuest {
  readonly guest: Guest;
  readonly logs: LogParams[];
  /** Every request and notification that the guest sent. */
  readonly sent: RpcRequest[];
  /** What the guest's engine was ended with, once it has been. */
  failure(): AmbitError | undefined;
  call(method: string, params: JsonObject): Promise<JsonValue>;
  tool(tool: string, args?: JsonObject): Promise<JsonValue>;
  notify(method: string, params: JsonObject): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a guest in this thread, from options or from the source of `run.js` alone, and sends it `initialize`. */
export async function startGuest(from: GuestOptions | string): Promise<StartedGuest> {
  const options = typeof from === "string" ? { files: from } : from;
  const bundleDir = await bundle(options.files);
  const host = new TestHost(options.answer ?? refuseAll);
  const init: GuestInit = { ...guestInit(bundleDir, options.limits), image: await makeEngineImage(), config: options.config ?? {} };
  const guest = await createGuest(init, { send: (message) => host.take(message), ask: refuseAll, fail: (error) => host.fail(error) });
  host.guest = guest;
  const started = { guest, logs: host.logs, sent: host.sent, failure: () => host.failure, ...host.methods() };
  const dispose = async (): Promise<void> => {
    guest.dispose();
    await rm(bundleDir, { recursive: true });
  };
  try {
    await started.call("initialize", { protocolVersion: 1, plugin: { ...init.plugin }, lang: "en", calls: options.calls ?? callMethods, config: init.config });
  } catch (error) {
    await dispose();
    throw error;
  }
  return { ...started, [Symbol.asyncDispose]: dispose };
}

/** What a worker gets for a plugin in `bundleDir`, without the image. */
export function guestInit(bundleDir: string, limits: Partial<Limits> = {}): Omit<GuestInit, "image"> {
  const plugin = { id: "test-plugin", version: "1.0.0" };
  const policy = emptyPolicy(plugin, limits);
  return { instanceId: "test-instance", plugin, run: { js: "run.js" }, bundleDir, policy, preopens: [], config: {}, lang: "en" };
}

/** Writes a plugin's files to a folder of their own. */
export async function bundle(files: GuestOptions["files"]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ambit-js-"));
  for (const [path, text] of Object.entries(typeof files === "string" ? { "run.js": files } : files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

function refuseAll(): never {
  throw new AmbitError("PERMISSION_DENIED", "The test's host allows nothing.");
}

class TestHost {
  guest: Guest | undefined;
  failure: AmbitError | undefined;
  readonly logs: LogParams[] = [];
  readonly sent: RpcRequest[] = [];
  readonly #answer: AnswerCall;
  readonly #waiting: Map<number, PromiseWithResolvers<JsonValue>> = new Map();

  constructor(answer: AnswerCall) {
    this.#answer = answer;
  }

  take(text: string): void {
    const message = readRpcMessage(JSON.parse(text) as JsonValue);
    if (message.kind === "request") return this.#request(message.request);
    const waiting = this.#waiting.get(Number(message.response.id));
    if ("error" in message.response) waiting?.reject(fromErrorReply(message.response.error));
    else waiting?.resolve(message.response.result);
  }

  fail(error: unknown): void {
    this.failure = error as AmbitError;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
  }

  methods(): Pick<StartedGuest, "call" | "tool" | "notify"> {
    const call = (method: string, params: JsonObject): Promise<JsonValue> => {
      const id = this.#waiting.size + 1;
      const waiting = Promise.withResolvers<JsonValue>();
      this.#waiting.set(id, waiting);
      this.#send({ id, method, params });
      return waiting.promise;
    };
    return { call, tool: (tool, args = {}) => call("tool/call", { tool, arguments: args }), notify: (method, params) => this.#send({ method, params }) };
  }

  #request(request: RpcRequest): void {
    this.sent.push(request);
    if (request.method === "log") this.logs.push(request.params as unknown as LogParams);
    if (request.id === undefined) return;
    const params = request.params as JsonObject;
    // A turn of its own, as over a real channel: the guest is not entered while it runs.
    void Promise.resolve()
      .then(() => this.#answer(request.method, params))
      .then((result) => ({ result }), (error: unknown) => ({ error: toErrorReply(error) }))
      .then((outcome) => this.#send({ id: request.id, ...outcome }));
  }

  #send(members: object): void {
    this.guest?.receive(JSON.stringify({ jsonrpc: "2.0", ...members }));
  }
}
