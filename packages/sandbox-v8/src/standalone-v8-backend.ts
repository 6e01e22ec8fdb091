import type { SandboxBackend } from "@ambit/api-types";
import { createConfiner } from "@ambit/sandbox-process";
import { v8Backend } from "./v8-backend.ts";

/** Makes the fast backend with a confiner of its own, which is closed with it: for whoever confines nothing else. */
export function standaloneV8Backend(): SandboxBackend {
  const confiner = createConfiner();
  // A command runs one plugin and ends: a process kept ready would serve nobody.
  const backend = v8Backend({ confiner, warmProcesses: 0 });
  const closeAll = async (): Promise<void> => {
    await backend.close();
    confiner.close();
  };
  let closing: Promise<void> | undefined;
  return {
    specificationVersion: backend.specificationVersion,
    name: backend.name,
    supports: backend.supports,
    isAvailable: () => backend.isAvailable(),
    create: (spec) => backend.create(spec),
    close: () => (closing ??= closeAll()),
  };
}
