import { AmbitError, type Availability, type BackendSupport, type Sandbox, type SandboxBackend, type SandboxSpec } from "@ambit/api-types";
import { pathToFileURL } from "node:url";
import type { GuestEngine } from "../engine/guest-engine.ts";
import { WorkerSandbox } from "../instance/worker-sandbox.ts";
import type { Placement } from "../placement/placement.ts";
import { threadPlacement } from "../placement/thread-placement.ts";
import { checkSupport } from "./check-support.ts";
import { initializeGuest } from "./initialize-guest.ts";
import { WarmPool } from "./warm-pool.ts";

/** How a backend runs its workers. */
export interface WorkerBackendOptions {
  /** Workers kept ready, with their engine loaded; the first is opened at the first `create`. Default 1. */
  readonly warmWorkers?: number;
  /** Opens the first worker at once and not at the first `create`: for a process that is kept ready. Default false. */
  readonly firstAtOnce?: boolean;
  /** How long a guest may take to close itself at `dispose`, milliseconds. Default 250. */
  readonly graceMillis?: number;
  /** Where guests live; default a thread of this process. */
  readonly placement?: Placement;
}

const DEFAULT_HEAP_MB = 256;
const DEFAULT_GRACE_MILLIS = 250;
/** How often an instance is begun whose thread is ended for another's sake meanwhile. */
const TRIES = 3;

/** Makes a backend of an engine: each instance of a plugin gets a worker of its own, watched from outside. */
export function createWorkerBackend(engine: GuestEngine, options: WorkerBackendOptions = {}): SandboxBackend {
  return new WorkerBackend(engine, options);
}

class WorkerBackend implements SandboxBackend {
  readonly specificationVersion = 1;
  readonly name: string;
  readonly supports: BackendSupport;
  readonly #engine: GuestEngine;
  readonly #pool: WarmPool;
  readonly #graceMillis: number;

  constructor(engine: GuestEngine, options: WorkerBackendOptions) {
    const placement = options.placement ?? threadPlacement;
    const shares = placement.sharesThreads ?? false;
    if (shares && engine.sharesThreads !== true) throw new AmbitError("HOST_CONFIG_INVALID", `Guests of the engine ${engine.name} cannot share threads.`);
    this.name = engine.name;
    this.supports = { ...engine.supports, ...(shares && { sharesThreads: true }) };
    this.#engine = engine;
    this.#graceMillis = options.graceMillis ?? DEFAULT_GRACE_MILLIS;
    const order = {
      guestModule: moduleUrl(engine.guestModule),
      heapMb: engine.heapMb ?? DEFAULT_HEAP_MB,
      sleeps: engine.sleepsBetweenMessages ?? false,
      microtasks: engine.runsInMicrotasks ?? false,
      flags: engine.workerFlags ?? [],
    };
    this.#pool = new WarmPool(placement, order, options.warmWorkers ?? 1, engine.oneImage ?? false);
    if (options.firstAtOnce === true) this.#pool.openOne();
  }

  isAvailable(): Promise<Availability> {
    return this.#engine.isAvailable();
  }

  async create(spec: SandboxSpec): Promise<Sandbox> {
    checkSupport(this.name, this.supports, spec);
    const image = await this.#engine.prepare(spec);
    for (let tries = 1; ; tries++) {
      const seat = await this.#pool.take(image);
      const sandbox = new WorkerSandbox(seat, spec, this.#graceMillis);
      try {
        await initializeGuest(sandbox, spec, image);
        seat.hold(false);
        return sandbox;
      } catch (error) {
        await sandbox.dispose();
        const { kind } = await sandbox.exited;
        if (kind !== "evicted" || tries === TRIES) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await this.#engine.close?.();
  }
}

function moduleUrl(module: string | URL): string {
  if (typeof module !== "string") return module.href;
  return module.startsWith("file:") ? module : pathToFileURL(module).href;
}
