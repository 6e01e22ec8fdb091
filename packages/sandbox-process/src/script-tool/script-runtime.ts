import type { ConnectionRecord } from "@ambit/api-types";
import type { Bind, ConfinedSpec } from "../confine/confined-child.ts";
import type { ConfinedOutcome, RunTerms } from "../confine/run-confined.ts";

/** What runs a script, as a confined child sees it. */
export interface ScriptRuntime {
  /** Absolute path in the child's view. */
  readonly program: string;
  /** Words before the script's path. */
  readonly args: readonly string[];
  readonly binds: readonly Bind[];
  readonly environment: Readonly<Record<string, string>>;
  readonly libraryFolders: readonly string[];
  /** Memory that the runtime itself needs, mebibytes: on top of what the plugin may have. */
  readonly ownMemoryMb: number;
  /** Memory that it reserves and does not use, mebibytes. */
  readonly reservedMb: number;
  /** Runs a script's spec in another way than as a child that begins anew, where there is one. */
  readonly run?: (spec: ConfinedSpec, terms: RunTerms) => Promise<ConfinedOutcome>;
}

/** Makes the runtime for scripts of one kind. */
export interface ScriptLanguage {
  /** Extensions of its scripts, such as `.py`. */
  readonly extensions: readonly string[];
  /**
   * The runtime for one plugin's scripts; the first call may take long.
   *
   * @throws AmbitError why there is none.
   */
  runtimeFor(plugin: RuntimePlugin, signal: AbortSignal | undefined): Promise<ScriptRuntime>;
}

/** What a runtime is made for. */
export interface RuntimePlugin {
  /** Folder of the plugin's files. */
  readonly bundleDir: string;
  /** Memory that the plugin may have, mebibytes. */
  readonly memoryMb: number;
  /** Takes the record of each connection that is made while its runtime is prepared. */
  readonly onConnection?: (record: ConnectionRecord) => void;
}
