import type { ErrorCode } from "../errors/error-registry.ts";
import type { AnyLimitName } from "../limits/limit-name.ts";
import type { PluginManifest, ToolDeclaration } from "../manifest/manifest.ts";
import type { PermissionPolicy } from "../policy/permission-policy.ts";
import type { Availability } from "../sandbox/sandbox-backend.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { CommandSurroundings } from "./command-host.ts";

/** A tool that a script handles. */
export type ScriptToolDeclaration = ToolDeclaration & { readonly script: string };

/** What anything that runs for a plugin outside its own code runs with. */
export interface ScriptTerms {
  readonly manifest: PluginManifest;
  readonly policy: PermissionPolicy;
  /** Folder of the host with the plugin's files, checked against their digest. */
  readonly bundleDir: string;
  /** The plugin's settings as texts; they come as variables. */
  readonly settings: Readonly<Record<string, string>>;
  /** Folder of the host that the script works in, and what of it the plugin was granted. */
  readonly workspace: { readonly hostPath: string; readonly fenced: readonly string[]; readonly access: "read" | "write" };
  /** For the judge of the connections that the script asks for, and the record of each. */
  readonly surroundings: Omit<CommandSurroundings, "preopens">;
  /** The caller gives up: the script is stopped. */
  readonly signal?: AbortSignal;
}

/** One call of a script tool. */
export interface ScriptOrder extends ScriptTerms {
  readonly tool: ScriptToolDeclaration;
  /** Valid by the tool's schema. */
  readonly args: JsonObject;
}

/** One run of a shell line that a person agreed to, for an event. */
export interface EventCommandOrder extends ScriptTerms {
  readonly event: string;
  readonly line: string;
  /** What the event is about; comes as JSON on standard input. */
  readonly payload: JsonValue;
}

/** One file that a script made or changed. */
export interface ScriptFileChange {
  readonly kind: "created" | "modified";
  /** Below the workspace, with `/`. */
  readonly path: string;
}

/** What a script gave, in words for whoever called it. */
export interface ScriptAnswer {
  readonly text: string;
  readonly changes: readonly ScriptFileChange[];
  /** Why it failed; `text` has the words. Absent for success. */
  readonly failure?: { readonly code: ErrorCode; readonly limit?: AnyLimitName };
}

/** Runs script tools, each call confined. `@ambit/sandbox-process` makes one. */
export interface ScriptHost {
  /** Whether scripts can be confined here. Where they cannot, none is run. */
  isAvailable(): Promise<Availability>;
  /** Why a script of that path cannot be run here, as a sentence; undefined where it can. */
  problemOf(script: string): string | undefined;
  /** Runs a script once. What goes wrong is in the answer. */
  run(order: ScriptOrder): Promise<ScriptAnswer>;
  /** Runs a shell line once, confined as a script is. What goes wrong is in the answer. */
  runLine(order: EventCommandOrder): Promise<ScriptAnswer>;
  /** Lets go of what calls share, at the host's end. */
  close(): Promise<void>;
}
