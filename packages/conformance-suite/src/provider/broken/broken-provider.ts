import type { SandboxProvider } from "@ambit/api-types";
import type { ProviderGroup } from "../provider-case.ts";

/** A way to break one sentence of the contract, and the case that catches it. */
export interface BrokenProvider {
  readonly group: ProviderGroup;
  /** What it does, in words that follow "a provider that". */
  readonly fault: string;
  /** Name of the case that must fail on it. */
  readonly caughtBy: string;
  /** Breaks a real provider. */
  readonly wrap: (real: SandboxProvider) => SandboxProvider;
}

/** A provider that does what another one does, but for some methods. */
export function changed(real: SandboxProvider, changes: Partial<SandboxProvider>): SandboxProvider {
  const { describe, close } = real;
  return {
    concurrentExec: true,
    ...(describe !== undefined && { describe: () => describe.call(real) }),
    ...(close !== undefined && { close: () => close.call(real) }),
    createFileSystem: (spec) => real.createFileSystem(spec),
    destroyFileSystem: (fileSystem, signal) => real.destroyFileSystem(fileSystem, signal),
    destroyFileSystemByName: (name, signal) => real.destroyFileSystemByName(name, signal),
    create: (spec) => real.create(spec),
    resume: (instance, signal) => real.resume(instance, signal),
    suspend: (instance, signal) => real.suspend(instance, signal),
    destroy: (instance, signal) => real.destroy(instance, signal),
    destroyByName: (name, signal) => real.destroyByName(name, signal),
    killAll: (instance, signal) => real.killAll(instance, signal),
    killTagged: (instance, tags, signal) => real.killTagged(instance, tags, signal),
    exec: (instance, args) => real.exec(instance, args),
    readFile: (instance, path, options) => real.readFile(instance, path, options),
    writeFile: (instance, path, data, signal) => real.writeFile(instance, path, data, signal),
    stat: (instance, path, signal) => real.stat(instance, path, signal),
    ...changes,
  };
}

/** A signal that nobody aborts: what a provider that heeds none works with. */
export const deaf: AbortSignal = new AbortController().signal;
