import type { ConnectionRecord, SandboxAmount } from "@ambit/api-types";
import type { ConfinerOptions } from "../confine/confiner.ts";
import type { EgressJudge } from "./egress/egress-judge.ts";
import type { DiskKind } from "./ground/records.ts";

/** How a local provider is made. */
export interface LocalProviderOptions {
  /** Folder of the host that is its own: records, files, disk images. One provider at a time. */
  readonly folder: string;
  /** How processes are confined; `runAs` is also who the files belong to. */
  readonly confine?: ConfinerOptions;
  /** How files are kept. Default: in images where they work here, else in folders. */
  readonly disk?: DiskKind;
  /** Limits that need not hold: an instance is made without them where this machine cannot keep them. Default: none. */
  readonly unenforced?: readonly Extract<SandboxAmount, "cpu">[];
  /** Processes and threads of the commands of one instance at once. Default 512. */
  readonly processes?: number;
  /** Whether commands may watch files for changes; the watches count against the host's user. Default no. */
  readonly fileWatches?: boolean;
  /** Judges connections instead of the rules for a plugin's network. */
  readonly judge?: EgressJudge;
  /** Takes the record of each connection and refusal, with the instance's name. */
  readonly onConnection?: (instance: string, record: ConnectionRecord) => void;
}
