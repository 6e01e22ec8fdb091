import type { JsonObject, JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import { LineInput } from "./line-input.ts";
import { LineOutput } from "./line-output.ts";
import { LinePeer } from "./line-peer.ts";
import { ProgramCalls } from "./program-calls.ts";

/** The version of the protocol that is spoken with a program. */
const PROTOCOL = 1;

/** A plugin in Escouade's form under way: a program that reads messages from its input and writes them to its output. */
export class EscouadeProgram {
  readonly #load: () => Promise<unknown>;
  readonly #input = new LineInput();
  readonly #calls: ProgramCalls;
  readonly #peer: LinePeer;
  #started: Promise<void> | undefined;

  /** @param load loads the module of the program, which listens to its input from then on. */
  constructor(load: () => Promise<unknown>) {
    this.#load = load;
    this.#calls = new ProgramCalls((method, params) => this.#peer.notify(method, params));
    this.#peer = new LinePeer((line) => this.#input.push(line), (method, params) => this.#calls.serve(method, params));
  }

  /** Asks the program, which is loaded and greeted before the first time. */
  async ask(ctx: PluginContext, method: string, params: JsonValue): Promise<JsonValue> {
    await this.#start(ctx);
    return this.#peer.request(method, params);
  }

  /** Tells the program something. */
  async tell(ctx: PluginContext, method: string, params: JsonValue): Promise<void> {
    await this.#start(ctx);
    this.#peer.notify(method, params);
  }

  #start(ctx: PluginContext): Promise<void> {
    this.#started ??= this.#greet(ctx);
    return this.#started;
  }

  async #greet(ctx: PluginContext): Promise<void> {
    this.#calls.context = ctx;
    this.#offerProcess(ctx);
    await this.#load();
    // There is no Escouade here; its version is asked for by the shape of the message.
    const hello: JsonObject = { protocolVersion: PROTOCOL, escouade: { version: "0.0.0" }, plugin: { ...ctx.plugin }, lang: ctx.lang, capabilities: { calls: offeredCalls(ctx) } };
    const answer = (await this.#peer.request("initialize", hello)) as JsonObject | null;
    const version = answer?.["protocolVersion"];
    if (version !== PROTOCOL) throw new Error(`The plugin speaks version ${JSON.stringify(version ?? null)} of the protocol, not ${PROTOCOL}.`);
  }

  /** What such a program finds of Node's `process`: its input and output, and a way to end. */
  #offerProcess({ log }: PluginContext): void {
    const stdout = new LineOutput((line) => {
      if (!this.#peer.receive(line)) log.info(line);
    });
    const stderr = new LineOutput((line) => log.error(line));
    const exit = (code: unknown = 0): void => this.#peer.end(new Error(`The plugin ended itself with ${String(code)}.`));
    const offered = { stdin: this.#input, stdout, stderr, exit, argv: [], env: {} };
    Object.defineProperty(globalThis, "process", { value: offered, configurable: true, enumerable: false, writable: true });
    console.log = (...parts: readonly unknown[]) => void stdout.write(`${parts.map(String).join(" ")}\n`);
  }
}

/** The calls on offer, by the names that they have on the wire; the context of a call inherits them. */
function offeredCalls(ctx: PluginContext): readonly string[] {
  const calls: string[] = [];
  for (const space in ctx) {
    const members: unknown = ctx[space as keyof PluginContext];
    if (["plugin", "config", "log", "timers", "signal"].includes(space) || typeof members !== "object" || members === null) continue;
    calls.push(...Object.keys(members).map((name) => `${space}/${name}`));
  }
  return calls;
}
