import type { CallMethod, CallParams, CallResult, JsonObject, JsonValue } from "@ambit/api-types";

/** The calls whose names begin with `Namespace/`, as functions. Derived from the table of calls. */
export type CallsOf<Namespace extends string> = {
  readonly [Method in CallMethod as Method extends `${Namespace}/${infer Name}` ? Name : never]: (params: CallParams<Method>) => Promise<CallResult<Method>>;
};

/** Writes lines to the plugin's log; each is cut at 8 KiB. Nothing comes back, and nothing is thrown. */
export interface PluginLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Waiting. For more, use the standard `setTimeout` and `setInterval`. */
export interface PluginTimers {
  /** Resolves after at least `ms` milliseconds, and never before 10. */
  sleep(ms: number): Promise<void>;
}

/** The part of the standard `AbortSignal` that a call's signal is used by; `fetch` takes it as it is. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * What a handler gets beside its arguments. A call that the person did not grant is absent; a namespace without any
 * granted call is absent whole. Calls end in a `HostError` when they are refused or fail.
 */
export interface PluginContext {
  readonly plugin: { readonly id: string; readonly version: string };
  /** Language of the person, a tag such as `en`. */
  readonly lang: string;
  /** The plugin's settings. */
  readonly config: JsonObject;
  readonly log: PluginLog;
  readonly timers: PluginTimers;
  /** The plugin's own store of values. */
  readonly kv: CallsOf<"kv">;
  /** Files below granted roots; `write` is there only where a root may be written. */
  readonly fs?: Partial<CallsOf<"fs">>;
  /** One HTTP request without redirects. The standard `fetch` is built on it and follows them. */
  readonly net?: CallsOf<"net">;
  /** Declared collections of documents. */
  readonly storage?: CallsOf<"storage">;
  /** Declared secrets. */
  readonly secrets?: CallsOf<"secrets">;
  /** Aborts when the caller of the tool gives up; absent for events, which nobody waits for. */
  readonly signal?: CallSignal;
  /**
   * Makes a call by its name on the wire. For calls that an application defines; a call that was not granted ends in
   * `PERMISSION_DENIED`.
   */
  call(method: string, params: JsonValue): Promise<JsonValue>;
}
