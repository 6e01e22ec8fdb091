import type { ToolProgress } from "../calls/guest-notices.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { LimitName } from "../limits/limit-table.ts";
import type { RunForm } from "../manifest/manifest.ts";
import type { PermissionPolicy } from "../policy/permission-policy.ts";
import type { Preopen } from "./guest-engine.ts";

/** The forms of `run` that a backend can take. */
export type RunKind = "js" | "wasm:preview1" | "wasm:component";

/** The two ways to run JavaScript: `portable` works on every platform, `fast` needs confined processes. */
export type EngineKind = (typeof engineKinds)[number];

/** The names of the two. */
export const engineKinds = ["portable", "fast"] as const;

/** Where a plugin's engine runs: in a thread of the host's process, or in a confined process of the plugin's own. */
export type IsolationKind = "thread" | "process";

/** What a backend can do; the host and the conformance suite read it and nothing else. */
export interface BackendSupport {
  readonly runs: readonly RunKind[];
  /** Limits it enforces. A plugin bound by another one is refused on this backend. */
  readonly limits: readonly LimitName[];
  /** The guest sees folders by WASI preopens. */
  readonly preopens: boolean;
  /** The guest can have several calls to the host pending. */
  readonly concurrentHostCalls: boolean;
  /** State lives between two calls into the guest. */
  readonly keepsState: boolean;
  /** Which of the two engines for `js` it is; none said is `portable`. */
  readonly engine?: EngineKind;
  /** Instances may share a thread: one waits while another works, and is started again where the thread had to be ended for another's sake. */
  readonly sharesThreads?: boolean;
  /** Where it puts its instances; none said is `thread`. */
  readonly isolation?: IsolationKind;
}

/** Whether a backend can run here, and if not, why and what to do. */
export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string; readonly remedy: string };

/** The host's side of a guest's channel: takes one JSON-RPC text, gives the answer's text, or undefined where none is due. */
export interface HostGateway {
  /** Never rejects; every failure is an answer. */
  handle(message: string): Promise<string | undefined>;
}

/** What a backend needs to start one instance of a plugin. */
export interface SandboxSpec {
  readonly instanceId: string;
  readonly plugin: { readonly id: string; readonly version: string };
  readonly run: RunForm;
  /** Folder with the plugin's files, already checked against the bundle's digest. */
  readonly bundleDir: string;
  /** SHA-256 of the bundle in hexadecimal: what a compiled module may be cached under. */
  readonly bundleDigest: string;
  /** Carries the limits in force. */
  readonly policy: PermissionPolicy;
  readonly preopens: readonly Preopen[];
  readonly config: JsonObject;
  readonly lang: string;
  /** Calls of the application's capabilities that are on offer to it, beside those of the table; none where absent. */
  readonly capabilityCalls?: readonly string[];
  readonly gateway: HostGateway;
}

/** A plugin's files, for a backend that gets them ready before anybody runs them. */
export type BundleToPrepare = Pick<SandboxSpec, "run" | "bundleDir" | "bundleDigest">;

/** How one call into a guest is bounded. */
export interface SandboxCallOptions {
  /** The caller gives up; the call ends in `CALL_CANCELLED`. */
  readonly signal?: AbortSignal;
  /** Takes each part of the result that comes ahead of its end, in order. */
  readonly onPart?: (value: JsonValue) => void;
  /** Takes word of how far the call is. */
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** What an instance has used so far. */
export interface SandboxUsage {
  /** Processor time of the instance's thread or process, milliseconds. */
  readonly cpuMillis: number;
  /** Memory of the guest, bytes. */
  readonly memoryBytes: number;
  /** Calls into the guest so far. */
  readonly calls: number;
}

/** Why an instance ended. */
export interface SandboxExit {
  /**
   * `disposed`: by its owner. `ended`: by itself. `killed`: at a limit. `crashed`: its thread or process died. `evicted`: its thread was
   * ended for another instance's sake; it is not to blame, and may be started again at once.
   */
  readonly kind: "disposed" | "ended" | "killed" | "crashed" | "evicted";
  /** The error that calls under way ended in; an `AmbitError` for all kinds but `disposed`. */
  readonly error?: Error;
}

/** One running instance of a plugin. After its end every call ends in `INSTANCE_STOPPED`, or in what ended it. */
export interface Sandbox {
  /**
   * Calls into the guest and waits for its answer, at most `callSeconds`.
   *
   * @throws AmbitError what the guest or a limit ended the call with.
   */
  call(method: string, params: JsonValue, options?: SandboxCallOptions): Promise<JsonValue>;
  /** Tells the guest something; nothing comes back. Ignored after the end. */
  notify(method: string, params: JsonValue): void;
  /** Ends the instance and releases all it held; calls under way end in `INSTANCE_STOPPED`. Done when nothing is left. */
  dispose(): Promise<void>;
  usage(): Promise<SandboxUsage>;
  /** Settles once, when the instance has ended, whatever the reason. */
  readonly exited: Promise<SandboxExit>;
}

/** A way to run plugins confined. Made by a backend package; the host picks one by the plugin's `run`. */
export interface SandboxBackend {
  readonly specificationVersion: 1;
  /** Short name, such as `wasm` or `js`; the journal keeps it. */
  readonly name: string;
  readonly supports: BackendSupport;
  isAvailable(): Promise<Availability>;
  /**
   * Does what is done once for a bundle, such as translating it. Called when a plugin is installed; a backend that has nothing of the
   * kind leaves it out, and `create` does it where it was not done.
   *
   * @throws AmbitError why the bundle can never be run here.
   */
  prepare?(bundle: BundleToPrepare): Promise<void>;
  /**
   * Starts one instance: the guest is loaded and has answered `initialize`.
   *
   * @throws AmbitError why it cannot be started (`SAND_WASM_*`, `SAND_JS_*`, `LIMIT_UNSUPPORTED`, `BACKEND_UNAVAILABLE`, ...).
   */
  create(spec: SandboxSpec): Promise<Sandbox>;
  /** Releases what the backend keeps between instances (warm workers, compiled modules). */
  close(): Promise<void>;
}
