import type { Availability } from "@ambit/api-types";
import type { GuestEngine } from "@ambit/worker-host";
import { makeEngineImage } from "./make-image.ts";

/** The host side of the engine: QuickJS compiled to WebAssembly, one instance a plugin. */
export function quickjsEngine(): GuestEngine {
  return {
    name: "js",
    supports: { runs: ["js"], limits: ["callSeconds", "cpuMillis", "memoryMb", "hostCalls"], preopens: false, concurrentHostCalls: true, keepsState: true },
    guestModule: new URL(import.meta.resolve("@ambit/sandbox-js/guest")),
    isAvailable,
    // All jobs of a turn are run before `receive` returns.
    sleepsBetweenMessages: true,
    sharesThreads: true,
    oneImage: true,
    prepare: makeEngineImage,
  };
}

/** It runs wherever WebAssembly does; the image that instances start from is made here, so that the first of them is fast too. */
async function isAvailable(): Promise<Availability> {
  try {
    await makeEngineImage();
    return { available: true };
  } catch {
    return { available: false, reason: "The JavaScript engine cannot be loaded.", remedy: "Install @ambit/sandbox-js again, on a Node.js that has WebAssembly." };
  }
}
