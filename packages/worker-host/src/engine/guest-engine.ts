import type { Availability, BackendSupport, SandboxSpec } from "@ambit/api-types";

/** The host's side of an engine: what it can do, and which module makes its guests inside a worker. */
export interface GuestEngine {
  /** Short name of the backend, such as `wasm`. */
  readonly name: string;
  readonly supports: BackendSupport;
  /** File URL or absolute path of a module that exports `createGuest` (a `CreateGuest`). It is imported inside the worker. */
  readonly guestModule: string | URL;
  /**
   * Heap of JavaScript in a worker, mebibytes; default 256. It bounds the engine's own objects: what the guest itself may
   * hold is bounded by the engine.
   */
  readonly heapMb?: number;
  /**
   * Its guests do nothing between two messages: `receive` does all there is to do before it returns, and nothing of the
   * engine waits for a promise, a timer or an event of its worker once `createGuest` is done. Their worker then sleeps
   * between messages without an event loop, which makes calls faster. Default false.
   */
  readonly sleepsBetweenMessages?: boolean;
  /**
   * Its guests go on in the thread's own microtasks after `receive` has returned: a turn then lasts until those are done, and the
   * watch outside counts them. Not together with `sleepsBetweenMessages`. Default false.
   */
  readonly runsInMicrotasks?: boolean;
  /**
   * Several of its guests may live in one thread: none ever blocks it by `ask`, each looks at `stopped` while its code runs, and each is
   * done when `receive` returns. Needed for a placement that shares threads. Default false.
   */
  readonly sharesThreads?: boolean;
  /** `prepare` makes the same for every plugin: workers that wait get it ahead, for `getReady` of the guest module. Default false. */
  readonly oneImage?: boolean;
  /** Options of Node that its workers need, such as `--experimental-vm-modules`. */
  readonly workerFlags?: readonly string[];
  isAvailable(): Promise<Availability>;
  /**
   * Makes what a guest starts from, such as a compiled module, on the host; it must survive a structured clone.
   *
   * @throws AmbitError why the plugin cannot be run.
   */
  prepare(spec: SandboxSpec): Promise<unknown>;
  /** Releases what `prepare` keeps. */
  close?(): Promise<void>;
}
