import { spawn } from "node:child_process";
import { join } from "node:path";
import type { SandboxProvider } from "@ambit/api-types";
import type { ProviderGround } from "@ambit/conformance-suite";
import { changed } from "@ambit/conformance-suite/broken";
import { makeLocalGround, openProvider as openLocal } from "./local-ground.ts";

/** Seconds after which what this ground leaves running ends, so that nothing of a test stays. */
const LEFT_SECONDS = 90;

/** A ground whose provider, in the process that will be killed, runs commands that nothing inside limits. */
export async function unboundGround(): Promise<ProviderGround> {
  const ground = await makeLocalGround({ disk: "folder" });
  return { ...ground, elsewhere: { ...ground.elsewhere, module: import.meta.url } };
}

/** Opens the local provider, broken: a command runs beside the sandbox, in the same files. */
export async function openProvider(argument: string): Promise<SandboxProvider> {
  const { folder } = JSON.parse(argument) as { readonly folder: string };
  const real = await openLocal(argument);
  let workspace = "";
  return changed(real, {
    createFileSystem: async (spec) => {
      workspace = join(folder, "filesystems", spec.name, "files/workspace");
      return real.createFileSystem(spec);
    },
    exec: async (instance, args) => {
      if (args.tag !== "doomed") return real.exec(instance, args);
      spawn("timeout", [String(LEFT_SECONDS), "sh", "-c", args.command.replaceAll("/workspace", workspace)], { detached: true, stdio: "ignore" });
      return new Promise(() => undefined);
    },
  });
}
