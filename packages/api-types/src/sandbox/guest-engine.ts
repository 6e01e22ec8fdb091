import type { JsonObject } from "../json/json-value.ts";
import type { RunForm } from "../manifest/manifest.ts";
import type { PermissionPolicy } from "../policy/permission-policy.ts";

/** A folder of the host that a guest sees; the engine opens it, no path of it is ever shown to the guest. */
export interface Preopen {
  /** Where the guest sees it, such as `/workspace`. */
  readonly guestPath: string;
  /** Absolute folder on the host. */
  readonly hostPath: string;
  /** Components below it that bound what is opened. */
  readonly path: readonly string[];
  readonly access: "read" | "write";
  /** Names fenced off below it. */
  readonly fenced: readonly string[];
}

/** What an engine needs to make a guest; plain data, since it crosses to a worker. */
export interface GuestInit {
  readonly instanceId: string;
  readonly plugin: { readonly id: string; readonly version: string };
  readonly run: RunForm;
  /** Folder with the plugin's files, already checked against the bundle's digest. */
  readonly bundleDir: string;
  readonly policy: PermissionPolicy;
  readonly preopens: readonly Preopen[];
  readonly config: JsonObject;
  readonly lang: string;
  /** What the engine's `prepare` made on the host, such as a compiled `WebAssembly.Module`. */
  readonly image: unknown;
}

/** The guest's only way out of its worker. Messages are JSON-RPC texts, one message each. */
export interface GuestPort {
  /** Sends one message to the host and goes on. */
  send(message: string): void;
  /**
   * Sends one request to the host and blocks the guest's thread until its answer is here.
   *
   * @throws AmbitError `INSTANCE_STOPPED` when the host goes away meanwhile.
   */
  ask(message: string): string;
  /**
   * Ends the instance: nothing of it is used again. The calls under way end in `code`.
   * Engines call it after a trap, an exit, or a broken limit.
   */
  fail(error: unknown): void;
  /** Whether the host wants this guest to end. An engine whose guests share a thread looks at it while guest code runs. */
  stopped(): boolean;
}

/** A guest inside its worker. */
export interface Guest {
  /** Takes one message from the host. Answers go through the port. */
  receive(message: string): void;
  /** Bytes of memory the guest holds. */
  memoryBytes(): number;
  /** Closes every handle the guest's engine opened. */
  dispose(): void;
}

/** What an engine's worker module exports as `createGuest`. */
export type CreateGuest = (init: GuestInit, port: GuestPort) => Promise<Guest> | Guest;

/** What an engine's worker module may export as `getReady`: does ahead what the next guest needs, with what the engine's `prepare` made. */
export type GetReady = (image: unknown) => Promise<void>;
