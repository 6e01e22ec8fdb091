import type { ConnectionRecord, Limits } from "@ambit/api-types";
import type { ChildNetwork } from "../gate-proxy/child-network.ts";

/** A plugin whose tools scripts handle. */
export interface ScriptPlugin {
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  /** Folder with the plugin's files, already checked against the bundle's digest. */
  readonly bundleDir: string;
  /** Settings as texts; they come as variables. */
  readonly settings: Readonly<Record<string, string>>;
  readonly limits: Limits;
  /** The gate to the network that was granted; none where absent. */
  readonly network?: ChildNetwork;
  /** Takes the record of each connection that is made on the plugin's behalf while its runtime is prepared. */
  readonly onConnection?: (record: ConnectionRecord) => void;
}

/** How one call of a script tool is made. */
export interface ScriptCall {
  /** Folder of the host that is the script's workspace. */
  readonly workspace: string;
  /** Names fenced off below it. */
  readonly fenced?: readonly string[];
  /** What the script may do there; default `write`. */
  readonly access?: "read" | "write";
  /** The caller gives up: the script is stopped. */
  readonly signal?: AbortSignal;
}
