import type { Availability, BackendSupport, JsonObject, Limits, Sandbox, SandboxBackend, SandboxSpec } from "@ambit/api-types";
import { AmbitError } from "@ambit/api-types";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { alwaysNeeded } from "../confine/confinement-layers.ts";
import type { Confiner } from "../confine/confiner.ts";
import { type CodeView, codeView } from "./code-view.ts";
import { packageFolder } from "./process-entry-path.ts";
import { readBundleFiles } from "./bundle-files.ts";
import { type InnerBackend, type ProcessOrder, handedOrder, processOrder } from "./process-spec.ts";
import { ProcessSandbox } from "./process-sandbox.ts";
import { WarmProcesses } from "./warm-processes.ts";

/** Which backend is put into processes. */
export interface ProcessBackendOptions {
  readonly confiner: Confiner;
  /** The backend as this process has it: says what it supports. It makes no instance here. */
  readonly backend: SandboxBackend;
  /** The package that exports it, such as `@ambit/sandbox-js`. */
  readonly packageName: string;
  /** The export that makes it, such as `jsBackend`. */
  readonly factory: string;
  /** What the export is called with in the process; plain data. Default: nothing said. */
  readonly factoryOptions?: JsonObject;
  /** `import.meta.url` of a module from which the package is found. */
  readonly from: string;
  /** Options of Node that its processes need beside their own, such as what keeps code from being made of text. */
  readonly nodeFlags?: (limits: Limits) => readonly string[];
  /**
   * Processes kept ready for plugins of each size (`memoryMb`), with the backend loaded; the first is started after the first `create`.
   * Each serves one instance and ends with it. A plugin with folders, or with files too large to be handed over as bytes, gets a process
   * of its own making. Default 0.
   */
  readonly warmProcesses?: number;
}

/** How long a process may take to begin and to make its instance, milliseconds. */
const START_MILLIS = 30_000;

/**
 * Makes a backend that puts each instance of another one into a confined process of its own: what the engine holds, namespaces and
 * the filter hold once more. It takes the same plugins and keeps the same limits.
 */
export function processBackend(options: ProcessBackendOptions): SandboxBackend {
  return new ProcessBackend(options);
}

class ProcessBackend implements SandboxBackend {
  readonly specificationVersion = 1;
  readonly name: string;
  readonly supports: BackendSupport;
  readonly #options: ProcessBackendOptions;
  readonly #open = new Set<ProcessSandbox>();
  readonly #warm: WarmProcesses | undefined;
  #code: CodeView | undefined;
  #closed = false;

  constructor(options: ProcessBackendOptions) {
    this.#options = options;
    const { confiner, warmProcesses = 0 } = options;
    if (warmProcesses > 0) this.#warm = new WarmProcesses((confined) => confiner.start(confined), warmProcesses);
    this.name = `${options.backend.name}-process`;
    this.supports = { ...options.backend.supports, isolation: "process" };
  }

  async isAvailable(): Promise<Availability> {
    const { available, layers } = await this.#options.confiner.describe();
    if (available) return this.#options.backend.isAvailable();
    const missing = layers.find((layer) => !layer.holds && alwaysNeeded.includes(layer.name));
    return missing === undefined || missing.holds ? { available: false, reason: "Processes cannot be confined here.", remedy: "See what the host's report says." } : { available: false, reason: missing.reason, remedy: missing.remedy };
  }

  async create(spec: SandboxSpec): Promise<Sandbox> {
    if (this.#closed) throw new AmbitError("BACKEND_UNAVAILABLE", "The backend is closed.");
    const { confined, inner } = this.#order(spec);
    const warm = inner.files === undefined ? undefined : this.#warm;
    const child = await (warm?.take(confined) ?? this.#options.confiner.start(confined));
    const sandbox = new ProcessSandbox(child, spec.policy.limits.callSeconds, spec.gateway);
    this.#open.add(sandbox);
    void sandbox.exited.then(() => this.#open.delete(sandbox));
    try {
      await sandbox.create(inner, START_MILLIS);
    } catch (error) {
      await sandbox.dispose();
      throw error;
    } finally {
      // Not before: it would take its time from the start under way.
      warm?.refill(confined);
    }
    return sandbox;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#warm?.close(), ...[...this.#open].map((sandbox) => sandbox.dispose())]);
    await this.#options.backend.close();
  }

  #order(spec: SandboxSpec): ProcessOrder {
    const { packageName, factory, factoryOptions = {}, from, nodeFlags } = this.#options;
    this.#code ??= codeView([{ name: packageName, from: dirname(fileURLToPath(from)) }, { name: "@ambit/sandbox-process", from: packageFolder }]);
    const backend: InnerBackend = { name: packageName, factory, options: factoryOptions, flags: nodeFlags?.(spec.policy.limits) ?? [] };
    const files = this.#warm === undefined || spec.preopens.length > 0 ? undefined : readBundleFiles(spec.bundleDir);
    return files === undefined ? processOrder(spec, this.#code, backend) : handedOrder(spec, files, this.#code, backend);
  }
}
