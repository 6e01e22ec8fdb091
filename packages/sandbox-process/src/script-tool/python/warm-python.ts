import { timerMillis } from "@ambit/api-types";
import { type ConfinedSpec, TEMP_FOLDER } from "../../confine/confined-child.ts";
import { childEnvironment } from "../../confine/child-environment.ts";
import type { Confiner } from "../../confine/confiner.ts";
import { type ConfinedOutcome, type RunTerms, runConfined } from "../../confine/run-confined.ts";
import { zygoteSource } from "./zygote-source.ts";
import { type WarmOrder, Zygote } from "./zygote.ts";

/** How many interpreters are kept, and for how long. */
export interface WarmOptions {
  readonly confiner: Confiner;
  /** Interpreters kept at most; default 4. */
  readonly most?: number;
  /** Seconds after its last call at which one ends; default 60. */
  readonly idleSeconds?: number;
}

const MOST = 4;
const IDLE_SECONDS = 60;
const DEFAULT_SECONDS = 60;

interface Kept {
  readonly zygote: Zygote;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Keeps confined interpreters that have begun already, one for each plugin and workspace, and forks one for each call: every call has a
 * clean interpreter, and waits for none to begin. A call that finds none free runs in a child of its own, as without. Calls of one plugin
 * in one workspace follow each other in the same namespaces: what the kernel keeps there without a process or a file (semaphores of
 * System V) is all that one could leave to the next.
 */
export class WarmPython {
  readonly #options: WarmOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #beginning = new Set<string>();
  #closed = false;

  constructor(options: WarmOptions) {
    this.#options = options;
  }

  /**
   * Runs a script, as {@link runConfined} runs its spec.
   *
   * @param spec of a Python script, whose path is its last argument.
   * @throws AmbitError what the confiner throws.
   */
  async run(spec: ConfinedSpec, terms: RunTerms): Promise<ConfinedOutcome> {
    // What ends everything but the interpreter after a call would end the relay to the network too.
    if (spec.network !== undefined) return runConfined(this.#options.confiner, spec, terms);
    const key = JSON.stringify([spec.program, spec.args.slice(0, -1), spec.binds, spec.folder, { ...spec.limits, seconds: 0 }]);
    const kept = this.#kept.get(key);
    if (kept === undefined) void this.#begin(key, spec);
    clearTimeout(kept?.idle);
    if (kept === undefined || !(await kept.zygote.claim())) return runConfined(this.#options.confiner, spec, terms);
    // The one used last is the last to make room.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const outcome = await kept.zygote.run(warmOrder(spec, terms), spec.signal);
    this.#rest(key, kept);
    return outcome;
  }

  /** Ends every interpreter. Done when nothing of them is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#kept.keys()].map((key) => this.#drop(key)));
  }

  /** Begins an interpreter for later calls. That it cannot be is no matter: calls run without. */
  async #begin(key: string, spec: ConfinedSpec): Promise<void> {
    if (this.#closed || this.#beginning.has(key) || !this.#hasRoom()) return;
    this.#beginning.add(key);
    const child = await this.#options.confiner.start(zygoteSpec(spec)).catch(() => undefined);
    this.#beginning.delete(key);
    if (child === undefined) return;
    if (this.#closed) return void child.stop();
    const kept: Kept = { zygote: new Zygote(child), idle: undefined };
    this.#kept.set(key, kept);
    void kept.zygote.ended.then(() => this.#kept.get(key) === kept && this.#kept.delete(key));
    this.#rest(key, kept);
  }

  /** Makes room by ending the one that has waited longest; one at work is left alone. */
  #hasRoom(): boolean {
    if (this.#kept.size + this.#beginning.size < (this.#options.most ?? MOST)) return true;
    const waiting = [...this.#kept].find(([, { zygote }]) => zygote.isIdle);
    if (waiting !== undefined) void this.#drop(waiting[0]);
    return waiting !== undefined;
  }

  #rest(key: string, kept: Kept): void {
    clearTimeout(kept.idle);
    kept.idle = setTimeout(() => void this.#drop(key), timerMillis(1000 * (this.#options.idleSeconds ?? IDLE_SECONDS)));
    kept.idle.unref();
  }

  async #drop(key: string): Promise<void> {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    clearTimeout(kept?.idle);
    await kept?.zygote.stop();
  }
}

function warmOrder(spec: ConfinedSpec, terms: RunTerms): WarmOrder {
  return {
    script: spec.args.at(-1) ?? "",
    folder: spec.folder ?? TEMP_FOLDER,
    environment: childEnvironment(spec),
    stdin: Buffer.from(terms.stdin ?? "").toString(),
    seconds: spec.limits.seconds ?? DEFAULT_SECONDS,
    outputBytes: terms.outputBytes,
  };
}

/** The child that an interpreter waits in: as the script's own, with no time limit, and nothing in its environment that is one call's. */
function zygoteSpec(spec: ConfinedSpec): ConfinedSpec {
  const { seconds: _seconds, ...limits } = spec.limits;
  const { signal: _signal, ...plain } = spec;
  const environment = Object.fromEntries(Object.entries(spec.environment).filter(([name]) => name.startsWith("PYTHON")));
  return { ...plain, args: [...spec.args.slice(0, -1), "-c", zygoteSource], environment, limits: { ...limits, processes: limits.processes + 1 } };
}
