import {
  AmbitError,
  type JsonValue,
  type Sandbox,
  type SandboxCallOptions,
  type SandboxExit,
  type SandboxUsage,
  errorRegistry,
  timerMillis,
} from "@ambit/api-types";
import { setTimeout as pause } from "node:timers/promises";
import { CallClock } from "./call-clock.ts";
import { CrashCounter, type RestartSchedule, defaultRestartSchedule } from "./restart-schedule.ts";


/** What a supervised plugin is doing: no instance yet, one runs, the next one waits for its backoff, crashed too often, over. */
export type SupervisorState = "idle" | "running" | "waiting" | "parked" | "disposed";

/** How a plugin's instances are supervised. */
export interface SupervisorOptions {
  /** Wall time of one call, the wait for a restart included. */
  readonly callSeconds: number;
  /** Default: the schedule of the rules. */
  readonly schedule?: Partial<RestartSchedule>;
  /** Told of the end of each instance, for the journal and metrics. */
  readonly onExit?: (exit: SandboxExit) => void;
}

/** A plugin that is started when it is called, and again after it crashed. */
export interface SupervisedSandbox {
  readonly state: SupervisorState;
  /** Starts an instance where none runs, as a call would. */
  start(): Promise<void>;
  /**
   * Calls into the running instance, or into the next one once it may start.
   *
   * @throws AmbitError what the call ended in; `PLUGIN_PARKED`; `INSTANCE_STOPPED` where the next start is further off than
   * the call may take.
   */
  call(method: string, params: JsonValue, options?: SandboxCallOptions): Promise<JsonValue>;
  /** Tells the running instance something; dropped where none runs. */
  notify(method: string, params: JsonValue): void;
  /** What the running instance has used; undefined where none runs. */
  usage(): Promise<SandboxUsage | undefined>;
  /** Lets a parked plugin start again; its crashes are forgotten. */
  unpark(): void;
  /** Ends the instance and starts no other. */
  dispose(): Promise<void>;
}

/**
 * Keeps a plugin running over the crashes of its instances: restart with backoff, park after too many.
 *
 * @param start - makes one instance. An error that is final (`-32010`) is no crash: trying again would not change it.
 */
export function superviseSandbox(start: () => Promise<Sandbox>, options: SupervisorOptions): SupervisedSandbox {
  return new Supervisor(start, options);
}

class Supervisor implements SupervisedSandbox {
  readonly #start: () => Promise<Sandbox>;
  readonly #options: SupervisorOptions;
  readonly #crashes: CrashCounter;
  readonly #closing = new AbortController();
  #running: Sandbox | undefined;
  #starting: Promise<Sandbox> | undefined;

  constructor(start: () => Promise<Sandbox>, options: SupervisorOptions) {
    this.#start = start;
    this.#options = options;
    this.#crashes = new CrashCounter({ ...defaultRestartSchedule, ...options.schedule });
  }

  get state(): SupervisorState {
    if (this.#closing.signal.aborted) return "disposed";
    if (this.#running !== undefined) return "running";
    if (this.#crashes.parked) return "parked";
    return this.#crashes.waitMillis(performance.now()) > 0 ? "waiting" : "idle";
  }

  async start(): Promise<void> {
    const clock = new CallClock(this.#options.callSeconds, this.#closing.signal);
    await clock.bound(this.#instance(clock));
  }

  async call(method: string, params: JsonValue, options: SandboxCallOptions = {}): Promise<JsonValue> {
    if (this.#running !== undefined) return this.#running.call(method, params, options);
    const clock = new CallClock(this.#options.callSeconds, this.#closing.signal, options.signal);
    const sandbox = await clock.bound(this.#instance(clock));
    return clock.bound(sandbox.call(method, params, { ...options, signal: clock.signal }));
  }

  notify(method: string, params: JsonValue): void {
    this.#running?.notify(method, params);
  }

  async usage(): Promise<SandboxUsage | undefined> {
    return this.#running?.usage();
  }

  unpark(): void {
    this.#crashes.clear();
  }

  async dispose(): Promise<void> {
    this.#closing.abort();
    const sandbox = this.#running ?? (await this.#starting?.catch(() => undefined));
    await sandbox?.dispose();
  }

  async #instance(clock: CallClock): Promise<Sandbox> {
    this.#refuseIfOver();
    const wait = this.#crashes.waitMillis(performance.now());
    if (wait > clock.left()) {
      throw new AmbitError("INSTANCE_STOPPED", `The plugin crashed; it may start again in ${Math.ceil(wait / 1000)} s.`);
    }
    if (wait > 0) {
      await pause(timerMillis(wait), undefined, { signal: clock.signal });
      this.#refuseIfOver();
    }
    if (this.#running !== undefined) return this.#running;
    this.#starting ??= this.#startOne().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  #refuseIfOver(): void {
    if (this.#closing.signal.aborted) throw new AmbitError("INSTANCE_STOPPED", "The plugin was stopped.");
    if (this.#crashes.parked) throw new AmbitError("PLUGIN_PARKED", "The plugin crashed too often. Restart it by hand.");
  }

  async #startOne(): Promise<Sandbox> {
    let sandbox: Sandbox;
    try {
      sandbox = await this.#start();
    } catch (error) {
      if (!isFinal(error)) this.#crashes.crashed(performance.now());
      throw error;
    }
    this.#running = sandbox;
    void sandbox.exited.then((exit) => this.#exited(sandbox, exit));
    return sandbox;
  }

  #exited(sandbox: Sandbox, exit: SandboxExit): void {
    if (this.#running === sandbox) this.#running = undefined;
    if (exit.kind !== "disposed" && exit.kind !== "evicted") this.#crashes.crashed(performance.now());
    this.#options.onExit?.(exit);
  }
}

/** An error that no second try can change. */
function isFinal(error: unknown): boolean {
  return AmbitError.isInstance(error) && error.number === errorRegistry.REFUSED.number;
}
