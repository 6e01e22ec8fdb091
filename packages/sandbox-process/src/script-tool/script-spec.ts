import { join } from "node:path";
import type { ConfinedSpec } from "../confine/confined-child.ts";
import type { ScriptCall, ScriptPlugin } from "./script-plugin.ts";
import type { ScriptRuntime } from "./script-runtime.ts";

const WORKSPACE = "/workspace";
const PLUGIN = "/plugin";
const PROCESSES = 64;
const TEMP_BYTES = 64 * 1024 * 1024;

/** Prefixes of the variables that tell a script its folders; the others are those of older hosts. */
const PREFIXES: readonly string[] = ["AMBIT", "HOB", "BYOB"];

/** The confined child that one call of a script is. */
export function scriptSpec(plugin: ScriptPlugin, script: string, runtime: ScriptRuntime, call: ScriptCall): ConfinedSpec {
  return pluginSpec(plugin, { ...runtime, args: [...runtime.args, join(PLUGIN, script)] }, call);
}

/** The confined child in which a program works for a plugin: its folder to read, the workspace, the plugin's settings. */
export function pluginSpec(plugin: ScriptPlugin, runtime: ScriptRuntime, call: ScriptCall): ConfinedSpec {
  const { limits, network } = plugin;
  return {
    program: runtime.program,
    args: runtime.args,
    environment: { ...runtime.environment, ...plugin.settings, ...folderVariables() },
    libraryFolders: runtime.libraryFolders,
    binds: [
      ...runtime.binds,
      { hostPath: plugin.bundleDir, guestPath: PLUGIN, access: "read" },
      { hostPath: call.workspace, guestPath: WORKSPACE, access: call.access ?? "write", fenced: call.fenced ?? [] },
    ],
    folder: WORKSPACE,
    ...(network !== undefined && { network }),
    limits: { seconds: limits.scriptSeconds, processes: PROCESSES, memoryMb: limits.memoryMb + runtime.ownMemoryMb, reservedMb: runtime.reservedMb, tempBytes: TEMP_BYTES },
    ...(call.signal !== undefined && { signal: call.signal }),
  };
}

function folderVariables(): Record<string, string> {
  return Object.fromEntries(PREFIXES.flatMap((prefix) => [[`${prefix}_CHAT_DIR`, WORKSPACE], [`${prefix}_PLUGIN_DIR`, PLUGIN]]));
}
