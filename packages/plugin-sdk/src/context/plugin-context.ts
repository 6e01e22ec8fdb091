import type { CallMethod, JsonObject, JsonValue, ToolProgress } from "@ambit/api-types";
import type { CallOptions, CallsOf } from "./call-types.ts";

/** The namespaces of the table of calls. Timers have words of their own. */
export type CallNamespace = Exclude<CallMethod extends infer Method ? (Method extends `${infer Name}/${string}` ? Name : never) : never, "timer">;

/** Each namespace as far as something of it is granted. */
export type GrantedNamespaces = { readonly [Name in CallNamespace]?: Partial<CallsOf<Name>> };

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

/** The signal of a call: the standard one where the author's libraries of types have it, so that `fetch` takes it. */
export type PluginSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } } ? Signal : CallSignal;

/**
 * What a handler gets beside its arguments. A call that the person did not grant is absent; a namespace without any
 * granted call is absent whole; `ContextOf` knows more from a manifest. Calls end in a `HostError` when they are refused or fail.
 */
export interface PluginContext extends GrantedNamespaces {
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
  /** Reading on in what `ctx.net.stream` opened. */
  readonly stream?: CallsOf<"stream">;
  /** WebSockets, `wss` alone. */
  readonly ws?: CallsOf<"ws">;
  /** Raw sockets to hosts declared as `tcp:host:port`. */
  readonly tcp?: CallsOf<"tcp">;
  /** Declared collections of documents. */
  readonly storage?: CallsOf<"storage">;
  /** Declared secrets. */
  readonly secrets?: CallsOf<"secrets">;
  /** Aborts when the caller of the tool gives up; absent for events, which nobody waits for. */
  readonly signal?: PluginSignal;
  /** Tells the caller of a tool how far it is; absent where nobody waits. Nothing comes back, and nothing is thrown. */
  progress?(progress: ToolProgress): void;
  /**
   * Makes a call by its name on the wire. For calls that an application defines; a call that was not granted ends in
   * `PERMISSION_DENIED`.
   */
  call(method: string, params: JsonValue, options?: CallOptions): Promise<JsonValue>;
}
