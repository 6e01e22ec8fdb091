import { AmbitError, checkJsonBounds, type HookReply, type HostStore, type JsonValue } from "@ambit/api-types";
import type { HostTerms } from "@ambit/sandbox-permissions";
import type { RunningPlugins } from "../instances/running-plugins.ts";
import type { HostJournal } from "../journal/host-journal.ts";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import { type HookHandler, hookHandler, hookHandlers } from "./hook-handlers.ts";
import { scopeFor } from "../settings/org-name.ts";
import type { HookOptions, HookRun, HookValue } from "./hook-run.ts";

/** What running hooks works with. */
export interface HookServices {
  readonly store: HostStore;
  readonly terms: HostTerms;
  readonly running: RunningPlugins;
  readonly journal: HostJournal;
  readonly onInternalError: (error: unknown) => void;
}

/** What a hook is asked with. */
interface Asking {
  readonly hook: string;
  readonly payload: JsonValue;
  readonly signal?: AbortSignal | undefined;
  readonly org?: string | undefined;
}

/** Begins the names of hooks that are the host's own to run. */
const OWN_HOOKS = "plugin:";

/**
 * Runs the hooks of an application. Policy hooks are asked one by one, and the first that says no, fails or takes too long
 * blocks; then the observing ones are told, all at once.
 */
export class HookRunner {
  readonly #services: HookServices;

  constructor(services: HookServices) {
    this.#services = services;
  }

  /**
   * Runs a hook of the application's.
   *
   * @throws AmbitError `HOOK_BLOCKED`; `CALL_CANCELLED` where the application gave up.
   */
  async run(name: string, payload: JsonValue, { signal, exclusive = false, plugin, org }: HookOptions = {}): Promise<HookRun> {
    if (name.startsWith(OWN_HOOKS)) throw new AmbitError("INVALID_PARAMS", `Hooks named "${OWN_HOOKS}..." are the host's own to run.`);
    checkJsonBounds(JSON.stringify(payload));
    const asking: Asking = { hook: name, payload, signal, org };
    const { store, terms } = this.#services;
    const all = await hookHandlers(name, store, terms);
    const handlers = all.filter(({ pluginId }) => plugin === undefined || pluginId === plugin).slice(0, exclusive ? 1 : undefined);
    const values: HookValue[] = [];
    for (const handler of handlers) {
      if (handler.mode === "policy") values.push(...valueOf(handler, await this.#asked(handler, asking)));
    }
    const observers = handlers.filter(({ mode }) => mode === "observe").map((handler) => this.#told(handler, asking));
    return { values, observed: Promise.all(observers).then((all) => all.flat()) };
  }

  /** Runs one of the host's own hooks for one plugin; whatever comes of it, it blocks nothing. */
  async tell(pluginId: string, name: string, payload: JsonValue): Promise<void> {
    const { store, terms } = this.#services;
    const install = await store.installs.get(pluginId);
    const handler = install === undefined || install.parked ? undefined : await hookHandler(name, install, store, terms);
    if (handler !== undefined && handler.broken === undefined) await this.#told(handler, { hook: name, payload });
  }

  async #told(handler: HookHandler, asking: Asking): Promise<readonly HookValue[]> {
    try {
      return valueOf(handler, await this.#asked(handler, asking));
    } catch (error) {
      // What the plugin did is in the journal; an observer blocks nothing.
      if (!AmbitError.isInstance(error)) this.#services.onInternalError(error);
      return [];
    }
  }

  async #asked(handler: HookHandler, { hook, payload, signal, org }: Asking): Promise<HookReply> {
    const { pluginId, mode, timeoutMs } = handler;
    const runtime = await this.#runtime(handler, hook, org);
    try {
      return await runtime.runHook({ hook, mode, payload }, { timeoutMs, ...(signal !== undefined && { signal }) });
    } catch (error) {
      if (!AmbitError.isInstance(error) || (error.code === "CALL_CANCELLED" && signal?.aborted === true)) throw error;
      throw blocked(pluginId, error);
    }
  }

  /** The plugin as it runs; that it cannot is journaled here, since nothing of it could. */
  async #runtime(handler: HookHandler, hook: string, org: string | undefined): Promise<Awaited<ReturnType<RunningPlugins["get"]>>> {
    const { running, journal } = this.#services;
    try {
      if (handler.broken !== undefined) throw handler.broken;
      return await running.get(scopeFor(handler.pluginId, org === undefined ? {} : { org }));
    } catch (error) {
      if (!AmbitError.isInstance(error)) throw error;
      await journal.append(lifecycleEntry({ plugin: handler.plugin, method: "hook/run", target: hook, error, ...(org !== undefined && { org }) }));
      throw blocked(handler.pluginId, error);
    }
  }
}

function valueOf({ pluginId }: HookHandler, reply: HookReply): readonly HookValue[] {
  return reply !== null && "value" in reply ? [{ pluginId, value: reply.value }] : [];
}

function blocked(pluginId: string, error: AmbitError): AmbitError {
  if (error.code === "HOOK_BLOCKED") return error;
  const { limit } = error.details;
  return new AmbitError("HOOK_BLOCKED", `The plugin "${pluginId}" could not say whether it may go on: ${error.message}`, { target: pluginId, ...(limit !== undefined && { limit }), cause: error });
}
