import { AmbitError, type LimitName, limitNames, limitTable, type RunForm, type RunKind, type SandboxBackend } from "@ambit/api-types";

/** Limits that only a backend can enforce: past them the instance ends. */
const backendLimits: readonly LimitName[] = limitNames.filter((name) => limitTable[name].atRunTime === "instance ends");

/** Picks the backend that runs a plugin: the first, in the integrator's order, that is available and can take it. */
export class BackendChoice {
  readonly #backends: readonly SandboxBackend[];

  constructor(backends: readonly SandboxBackend[]) {
    this.#backends = backends;
  }

  /**
   * @throws AmbitError `BACKEND_UNAVAILABLE` with each reason and remedy; `LIMIT_UNSUPPORTED` where a backend could run the
   * plugin, but not hold it to its limits.
   */
  async choose(run: RunForm | undefined): Promise<SandboxBackend> {
    if (run === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "The plugin has no `run`, and this host runs no script tools.");
    const kind = runKind(run);
    const able = this.#backends.filter(({ supports }) => supports.runs.includes(kind));
    if (able.length === 0) throw new AmbitError("BACKEND_UNAVAILABLE", `No sandbox backend of this host runs plugins of the form \`${kind}\`. ${this.#offer()}`);
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
  async preparing(run: RunForm): Promise<readonly SandboxBackend[]> {
    const able = this.#backends.filter(({ supports, prepare }) => prepare !== undefined && supports.runs.includes(runKind(run)));
    const known = await Promise.all(able.map((backend) => backend.isAvailable()));
    return able.filter((_, index) => known[index]?.available);
  }

  #offer(): string {
    if (this.#backends.length === 0) return "It has none at all: hand some to `createPluginHost`.";
    return `It has ${this.#backends.map(({ name, supports }) => `\`${name}\` (${supports.runs.join(", ")})`).join(", ")}.`;
  }
}

function runKind(run: RunForm): RunKind {
  return "js" in run ? "js" : `wasm:${run.abi}`;
}
