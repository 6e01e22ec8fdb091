import { type SandboxHandle, type SandboxProvider, isSandboxGoneError } from "@ambit/api-types";
import type { ProviderStage } from "./provider-stage.ts";

/** One call on an instance. */
export type InstanceCall = (stage: ProviderStage, instance: SandboxHandle, signal: AbortSignal) => Promise<unknown>;

/** The six calls that start an instance and that say when it is gone. */
export const sixCalls: Readonly<Record<"exec" | "readFile" | "writeFile" | "stat" | "killAll" | "killTagged", InstanceCall>> = {
  exec: (stage, instance, signal) => stage.exec(instance, "true", { signal }),
  readFile: ({ provider }, instance, signal) => provider.readFile(instance, "/workspace/kept", { maxBytes: 100, signal }),
  writeFile: ({ provider }, instance, signal) => provider.writeFile(instance, "/workspace/made", Buffer.from("made"), signal),
  stat: ({ provider }, instance, signal) => provider.stat(instance, "/workspace/kept", signal),
  killAll: ({ provider }, instance, signal) => provider.killAll(instance, signal),
  killTagged: ({ provider }, instance, signal) => provider.killTagged(instance, ["nobody"], signal),
};

/** The other calls that take a handle of an instance. */
export const otherInstanceCalls: Readonly<Record<"resume" | "suspend" | "destroy", InstanceCall>> = {
  resume: ({ provider }, instance, signal) => provider.resume(instance, signal),
  suspend: ({ provider }, instance, signal) => provider.suspend(instance, signal),
  destroy: ({ provider }, instance, signal) => provider.destroy(instance, signal),
};

/** Every method that takes a signal. */
export const signalledMethods: readonly (keyof SandboxProvider)[] = [
  "createFileSystem", "destroyFileSystem", "destroyFileSystemByName", "create", "resume", "suspend", "destroy", "destroyByName", "killAll", "killTagged", "exec", "readFile", "writeFile", "stat",
];

/** What a call was rejected with, or undefined where it was not. */
export async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error ?? "nothing";
  }
}

/** Whether an instance is gone for its provider. */
export async function isGone(stage: ProviderStage, instance: SandboxHandle): Promise<boolean> {
  return isSandboxGoneError(await thrownBy(stage.provider.stat(instance, "/", stage.signal)));
}
