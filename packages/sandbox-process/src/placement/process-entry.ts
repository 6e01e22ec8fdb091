/**
 * What runs in a guest's confined process: makes the backend, then one instance in it, and hands everything through between the pipes
 * and that instance. Arguments: the backend's package, the name of the export that makes it, and the options that it is called with, as JSON.
 *
 * @packageDocumentation
 */
import type { HostGateway, JsonValue, Sandbox, SandboxBackend } from "@ambit/api-types";
import { AmbitError, toErrorReply } from "@ambit/api-types/guest";
import { type Frame, FrameReader, encodeFrame, frameKind } from "./process-frames.ts";
import { putBundle } from "./bundle-files.ts";
import type { InnerOrder } from "./process-spec.ts";

class InstanceHost {
  readonly #backend: SandboxBackend;
  readonly #calls = new Map<number, AbortController>();
  readonly #asked = new Map<number, (answer: string | undefined) => void>();
  #sandbox: Sandbox | undefined;
  #lastAsk = 0;

  constructor(backend: SandboxBackend) {
    this.#backend = backend;
  }

  take({ kind, id, text }: Frame): void {
    switch (kind) {
      case frameKind.create:
        return void this.#create(JSON.parse(text) as InnerOrder);
      case frameKind.call:
        return void this.#call(id, JSON.parse(text) as { method: string; params: JsonValue });
      case frameKind.abort:
        return this.#calls.get(id)?.abort();
      case frameKind.notify:
        return this.#notify(JSON.parse(text) as { method: string; params: JsonValue });
      case frameKind.answer:
        return this.#answer(id, text);
      case frameKind.silence:
        return this.#answer(id, undefined);
      case frameKind.dispose:
        return void this.#sandbox?.dispose();
      case frameKind.usage:
        return void this.#usage(id);
      default:
        throw new AmbitError("GUEST_PROTOCOL", "The host sent an unknown frame.");
    }
  }

  async #create({ spec, files }: InnerOrder): Promise<void> {
    const gateway: HostGateway = { handle: (message) => this.#ask(message) };
    try {
      if (files !== undefined) putBundle(files, spec.bundleDir);
      const sandbox = await this.#backend.create({ ...spec, gateway });
      this.#sandbox = sandbox;
      void sandbox.exited.then(({ kind, error }) => this.#end(JSON.stringify({ kind, ...(error !== undefined && { error: toErrorReply(error) }) })));
      send(frameKind.created, 0);
    } catch (error) {
      send(frameKind.error, 0, JSON.stringify(toErrorReply(error)));
    }
  }

  async #call(id: number, { method, params }: { method: string; params: JsonValue }): Promise<void> {
    const control = new AbortController();
    this.#calls.set(id, control);
    try {
      if (this.#sandbox === undefined) throw new AmbitError("INSTANCE_STOPPED", "There is no instance.");
      const result = await this.#sandbox.call(method, params, {
        signal: control.signal,
        onPart: (value) => send(frameKind.part, id, JSON.stringify(value)),
        onProgress: (progress) => send(frameKind.progress, id, JSON.stringify(progress)),
      });
      send(frameKind.result, id, JSON.stringify(result));
    } catch (error) {
      send(frameKind.error, id, JSON.stringify(toErrorReply(error)));
    } finally {
      this.#calls.delete(id);
    }
  }

  #notify({ method, params }: { method: string; params: JsonValue }): void {
    this.#sandbox?.notify(method, params);
  }

  async #usage(id: number): Promise<void> {
    const usage = await this.#sandbox?.usage();
    send(frameKind.usage, id, JSON.stringify(usage ?? { cpuMillis: 0, memoryBytes: 0, calls: 0 }));
  }

  #ask(message: string): Promise<string | undefined> {
    this.#lastAsk = (this.#lastAsk + 1) >>> 0;
    const id = this.#lastAsk;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      send(frameKind.ask, id, message);
    });
  }

  #answer(id: number, text: string | undefined): void {
    this.#asked.get(id)?.(text);
    this.#asked.delete(id);
  }

  #end(text: string): void {
    process.stdout.write(encodeFrame(frameKind.exited, 0, text), () => process.exit(0));
  }
}

function send(kind: number, id: number, text = ""): void {
  process.stdout.write(encodeFrame(kind, id, text));
}

const [name = "", factory = "", options = "{}"] = process.argv.slice(2);
// The host names its own package here; one without that export fails at once.
const loaded = (await import(name)) as Record<string, (options: JsonValue) => SandboxBackend>;
const make = loaded[factory];
if (make === undefined) throw new Error(`${name} exports no ${factory}.`);
const instance = new InstanceHost(make(JSON.parse(options) as JsonValue));
const reader = new FrameReader((frame) => instance.take(frame));
process.stdin.on("data", (piece: Buffer) => reader.push(piece));
process.stdin.once("end", () => process.exit(0));
