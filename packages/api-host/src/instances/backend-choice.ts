import { AmbitError, type EngineKind, type IsolationKind, type LimitName, limitNames, limitTable, type RunForm, type RunKind, type SandboxBackend } from "@ambit/api-types";

/** Limits that only a backend can enforce: past them the instance ends. */
const backendLimits: readonly LimitName[] = limitNames.filter((name) => limitTable[name].atRunTime === "instance ends");

/** Which engine runs JavaScript, and where every engine runs. */
export interface EngineTerms {
  /** For every plugin that none is said for. Default: either, in the order of the backends. */
  readonly engine?: EngineKind;
  /** By plugin id. */
  readonly engines?: Readonly<Record<string, EngineKind>>;
  /** What is around the engine, at least, of every plugin that none is said for. Default: a thread. */
  readonly isolation?: IsolationKind;
  /** By plugin id. */
  readonly isolations?: Readonly<Record<string, IsolationKind>>;
}

/** Picks the backend that runs a plugin: the first, in the integrator's order, that is available and can take it. */
export class BackendChoice {
  readonly #backends: readonly SandboxBackend[];

  readonly #terms: EngineTerms;

  constructor(backends: readonly SandboxBackend[], terms: EngineTerms = {}) {
    this.#backends = backends;
    this.#terms = terms;
  }

  /**
   * @throws AmbitError `BACKEND_UNAVAILABLE` with each reason and remedy; `LIMIT_UNSUPPORTED` where a backend could run the
   * plugin, but not hold it to its limits.
   */
  async choose(run: RunForm | undefined, pluginId?: string): Promise<SandboxBackend> {
    if (run === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "The plugin has no `run`, and this host runs no script tools.");
    const kind = runKind(run);
    const able = this.#backends.filter(({ supports }) => supports.runs.includes(kind));
    if (able.length === 0) throw new AmbitError("BACKEND_UNAVAILABLE", `No sandbox backend of this host runs plugins of the form \`${kind}\`. ${this.#offer()}`);
    return this.#firstAvailable(this.#ofIsolation(kind === "js" ? this.#ofEngine(able, pluginId) : able, kind, pluginId));
  }

  /** Those of the engine that the operator wants. Another engine never stands in for it. */
  #ofEngine(able: readonly SandboxBackend[], pluginId: string | undefined): readonly SandboxBackend[] {
    const wanted = wantedFor(pluginId, this.#terms.engine, this.#terms.engines);
    if (wanted === undefined) return able;
    const found = able.filter(({ supports }) => (supports.engine ?? "portable") === wanted);
    if (found.length === 0) throw new AmbitError("BACKEND_UNAVAILABLE", `The plugin is to run in the \`${wanted}\` engine, and this host has no backend of that kind. ${this.#offer()}`);
    return found;
  }

  /** Those that are in a process where the operator wants that. A thread never stands in for it; a process does for a thread. */
  #ofIsolation(able: readonly SandboxBackend[], kind: RunKind, pluginId: string | undefined): readonly SandboxBackend[] {
    const { isolation, isolations } = this.#terms;
    if (wantedFor(pluginId, isolation, isolations) !== "process") return able;
    const found = able.filter(isInProcess);
    if (found.length === 0) throw new AmbitError("BACKEND_UNAVAILABLE", `The plugin is to run in a process of its own, and this host has no backend that puts the form \`${kind}\` into one. ${this.#offer()}`);
    return found;
  }

  async #firstAvailable(able: readonly SandboxBackend[]): Promise<SandboxBackend> {
    const reasons: string[] = [];
    for (const backend of able) {
      const lacking = backendLimits.find((limit) => !backend.supports.limits.includes(limit));
      if (lacking !== undefined) {
        if (able.length === 1) throw new AmbitError("LIMIT_UNSUPPORTED", `The backend \`${backend.name}\` cannot enforce \`${lacking}\`, which binds every plugin.`, { limit: lacking });
        reasons.push(`${backend.name}: It cannot enforce \`${lacking}\`.`);
        continue;
      }
      const availability = await backend.isAvailable();
      if (availability.available) return backend;
      reasons.push(`${backend.name}: ${availability.reason} ${availability.remedy}`);
    }
    throw new AmbitError("BACKEND_UNAVAILABLE", `No backend can run the plugin here. ${reasons.join(" ")}`);
  }

  /** The backends that have something to do once for a plugin of this form. */
  async preparing(run: RunForm, pluginId?: string): Promise<readonly SandboxBackend[]> {
    const isProcess = wantedFor(pluginId, this.#terms.isolation, this.#terms.isolations) === "process";
    const able = this.#backends.filter(({ supports, prepare }) => prepare !== undefined && supports.runs.includes(runKind(run)) && (!isProcess || supports.isolation === "process"));
    const known = await Promise.all(able.map((backend) => backend.isAvailable()));
    return able.filter((_, index) => known[index]?.available);
  }

  #offer(): string {
    if (this.#backends.length === 0) return "It has none at all: hand some to `createPluginHost`.";
    return `It has ${this.#backends.map(({ name, supports }) => `\`${name}\` (${supports.runs.join(", ")})`).join(", ")}.`;
  }
}

/** What is said for one plugin, or else for all. */
function wantedFor<Kind>(pluginId: string | undefined, forAll: Kind | undefined, byId: Readonly<Record<string, Kind>> = {}): Kind | undefined {
  return pluginId !== undefined && Object.hasOwn(byId, pluginId) ? byId[pluginId] : forAll;
}

function isInProcess({ supports }: SandboxBackend): boolean {
  return supports.isolation === "process";
}

function runKind(run: RunForm): RunKind {
  return "js" in run ? "js" : `wasm:${run.abi}`;
}
