import type { FileSystemHandle, SandboxHandle, SandboxLimits, SandboxProvider } from "@ambit/api-types";

/** Servers and clients for the cases about egress. */
export interface GroundNetwork {
  /** Entry of `allowHosts` for the server that is to be reached. */
  readonly allowedEntry: string;
  /** URL of that server; it answers with `body`. */
  readonly allowedUrl: string;
  /** URL of a server that is there as well, and on no list. */
  readonly otherUrl: string;
  /** URL of the first server by its address, around every name. */
  readonly addressUrl: string;
  readonly body: string;
  /** Line for the sandbox's shell that prints what a URL answers, and fails where it does not. */
  request(url: string): string;
}

/**
 * What a provider is tried on: a place that outlives it, and the means to do to it what happens behind a provider's back. One for each
 * case.
 */
export interface ProviderGround {
  /** Opens a provider. The one before was closed, or its process is dead. */
  open(): Promise<SandboxProvider>;
  /** Limits that this ground needs other than the suite's own. */
  readonly limits?: Partial<SandboxLimits>;
  /** Removes an instance by other means than its provider. */
  removeInstance(instance: SandboxHandle): Promise<void>;
  /** Stops an instance by other means: it is still there, and nothing of it runs. */
  stopInstance(instance: SandboxHandle): Promise<void>;
  /** Removes a file system, which no instance uses, by other means. */
  removeFileSystem(fileSystem: FileSystemHandle): Promise<void>;
  /** Tells by other means whether a file system is there. */
  hasFileSystem(fileSystem: FileSystemHandle): Promise<boolean>;
  /**
   * How another process opens a provider on this ground: a module (as a URL) that exports `openProvider(argument)`, and its argument. The
   * suite kills that process.
   */
  readonly elsewhere: { readonly module: string; readonly argument: string };
  readonly network: GroundNetwork;
  /** Removes everything; providers on it are closed by then. */
  dispose(): Promise<void>;
}

/** Makes a ground. */
export type MakeGround = () => Promise<ProviderGround>;
