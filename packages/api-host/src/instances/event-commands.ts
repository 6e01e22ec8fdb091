import { AmbitError, type EventCommandRule, type JsonValue } from "@ambit/api-types";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import { maskedError } from "../secrets/masked-error.ts";
import type { PluginServices } from "./plugin-services.ts";
import type { RunnablePlugin } from "./runnable-plugin.ts";
import type { ScriptCalls } from "./script-calls.ts";

const METHOD = "event/command";
const BACKEND = "script";

/** Runs the shell lines of one plugin that its person agreed to, when their events happen. */
export class EventCommands {
  readonly #services: PluginServices;
  readonly #plugin: RunnablePlugin;
  readonly #scripts: ScriptCalls;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(services: PluginServices, plugin: RunnablePlugin, scripts: ScriptCalls) {
    this.#services = services;
    this.#plugin = plugin;
    this.#scripts = scripts;
  }

  /** Begins every line of an event, and gives how many there are. Nobody waits for them: the journal has how each ended, the log what it printed. */
  begin(event: string, payload: JsonValue): number {
    const rules = this.#plugin.policy.eventCommands.filter((rule) => rule.event === event);
    if (this.#stopping.signal.aborted) return 0;
    for (const rule of rules) {
      const run = this.#run(rule, payload).catch(this.#services.onInternalError);
      this.#running.add(run);
      void run.then(() => this.#running.delete(run));
    }
    return rules.length;
  }

  /** Ends what runs; done when nothing does. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #run(rule: EventCommandRule, payload: JsonValue): Promise<void> {
    const { journal, log } = this.#services;
    const { id } = this.#plugin.manifest;
    const started = performance.now();
    journal.requireWritable();
    try {
      const printed = (await this.#scripts.runLine(rule, payload, this.#stopping.signal)).trim();
      await this.#record(rule, started);
      if (printed !== "") log(id, "info", printed);
    } catch (thrown) {
      const error = this.#shown(thrown);
      await this.#record(rule, started, error);
      log(id, "error", error.message);
    }
  }

  /** It works on the world: its record is durable. */
  async #record({ event, line }: EventCommandRule, started: number, error?: AmbitError): Promise<void> {
    const { journal, metrics } = this.#services;
    metrics.add("plugin.calls_total", { method: METHOD, code: error?.code ?? "ok" });
    await journal.append(lifecycleEntry({ plugin: this.#plugin.manifest, method: METHOD, target: event, backend: BACKEND, args: [line], started, ...(error !== undefined && { error }) }));
  }

  #shown(thrown: unknown): AmbitError {
    if (AmbitError.isInstance(thrown)) return maskedError(thrown, (text) => this.#services.secrets.mask(this.#plugin.manifest.id, text));
    this.#services.onInternalError(thrown);
    return new AmbitError("INTERNAL_ERROR", "The host failed. Its log has the details.");
  }
}
