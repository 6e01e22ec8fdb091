import { AmbitError, type JsonValue, type ScriptAnswer } from "@ambit/api-types";
import type { Confiner } from "../confine/confiner.ts";
import { runConfined } from "../confine/run-confined.ts";
import { CUT, failureOf, scriptFailure } from "./script-failure.ts";
import type { ScriptCall, ScriptPlugin } from "./script-plugin.ts";
import { pluginSpec } from "./script-spec.ts";

/** A shell line, and the event that it is run for. */
export interface EventCommand {
  readonly event: string;
  readonly line: string;
  readonly payload: JsonValue;
}

/** Variable that names the event. */
const EVENT_VARIABLE = "AMBIT_EVENT";

/** Runs a shell line once, confined as a script of the plugin is, with what the event is about as JSON on standard input. Never rejects. */
export async function runEventCommand(plugin: ScriptPlugin, { event, line, payload }: EventCommand, call: ScriptCall, confiner: Confiner): Promise<ScriptAnswer> {
  const { name, limits } = plugin;
  const shell = { program: "/bin/sh", args: ["-c", line], binds: [], environment: { [EVENT_VARIABLE]: event }, libraryFolders: [], ownMemoryMb: 0, reservedMb: 0 };
  try {
    const outcome = await runConfined(confiner, pluginSpec(plugin, shell, call), { stdin: Buffer.from(JSON.stringify(payload)), outputBytes: limits.scriptOutputBytes });
    const failed = failureOf(name, limits, outcome);
    return failed === undefined ? { text: `${outcome.stdout.toString()}${outcome.truncated ? CUT : ""}`, changes: [] } : { ...failed, changes: [] };
  } catch (error) {
    const failed = AmbitError.isInstance(error) ? scriptFailure(`${name} couldn't run: ${error.message}`, error.code) : scriptFailure(`${name} couldn't run: the host failed; its log has the details.`, "INTERNAL_ERROR");
    return { ...failed, changes: [] };
  }
}
