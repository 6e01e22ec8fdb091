/** One adjustable limit: what it bounds and what becomes of a manifest that asks for more than its ceiling. */
export interface LimitDefinition {
  /** What it bounds, in one sentence. */
  readonly summary: string;
  /** The unit its number counts. */
  readonly unit: "seconds" | "milliseconds" | "bytes" | "mebibytes" | "calls";
  /** In force where the manifest says nothing. */
  readonly default: number;
  /** The most a manifest can have; an integrator can move it in the host's configuration. */
  readonly ceiling: number;
  /** Past the ceiling: brought down to it, or the manifest is refused. */
  readonly pastCeiling: "lowered" | "refused";
  /** Past it at run time: the one call ends, or the instance does because its state is no longer sound. */
  readonly atRunTime: "call ends" | "instance ends";
}

/** Every limit a manifest can set, by the name it has there. */
export const limitTable = {
  fetchSeconds: { summary: "Wall time of one network call, name resolution and body included.", unit: "seconds", default: 30, ceiling: 60, pastCeiling: "lowered", atRunTime: "call ends" },
  fetchBytes: { summary: "Decoded bytes of the body of one answer of `net/fetch`. The answer has to fit a message too, so some 6 MiB of it as base64: read more by `net/stream`.", unit: "bytes", default: 1_048_576, ceiling: 8_388_608, pastCeiling: "lowered", atRunTime: "call ends" },
  fileBytes: { summary: "Bytes of one file that is read by `fs/read`, or written by `fs/write` or by a WASI guest.", unit: "bytes", default: 262_144, ceiling: 1_048_576, pastCeiling: "refused", atRunTime: "call ends" },
  callSeconds: { summary: "Wall time of one call into the plugin, host side included.", unit: "seconds", default: 5, ceiling: 30, pastCeiling: "lowered", atRunTime: "instance ends" },
  cpuMillis: { summary: "Processor time of one call into the plugin.", unit: "milliseconds", default: 1000, ceiling: 10_000, pastCeiling: "lowered", atRunTime: "instance ends" },
  memoryMb: { summary: "Memory of the guest.", unit: "mebibytes", default: 64, ceiling: 256, pastCeiling: "lowered", atRunTime: "instance ends" },
  scriptSeconds: { summary: "Wall time of one script tool.", unit: "seconds", default: 60, ceiling: 300, pastCeiling: "lowered", atRunTime: "call ends" },
  scriptOutputBytes: { summary: "Bytes kept of each output stream of a script or a command-form module.", unit: "bytes", default: 262_144, ceiling: 1_048_576, pastCeiling: "lowered", atRunTime: "call ends" },
  hostCalls: { summary: "Calls to the host during one call into the plugin.", unit: "calls", default: 100, ceiling: 1000, pastCeiling: "lowered", atRunTime: "call ends" },
  storageBytes: { summary: "Bytes of everything the plugin stores.", unit: "bytes", default: 5_242_880, ceiling: 104_857_600, pastCeiling: "lowered", atRunTime: "call ends" },
} as const;

// Every entry has the parts of a definition; an entry that lacks one does not compile.
limitTable satisfies Record<string, LimitDefinition>;

/** The name of a limit that a manifest can set. */
export type LimitName = keyof typeof limitTable;

/** Every limit with the number in force for one plugin. */
export type Limits = Readonly<Record<LimitName, number>>;

/** The names of all limits, in the order of the table. */
export const limitNames: readonly LimitName[] = Object.keys(limitTable) as LimitName[];

/** The limits of a plugin whose manifest sets none. */
export const defaultLimits: Limits = Object.freeze(
  Object.fromEntries(limitNames.map((name) => [name, limitTable[name].default])) as Record<LimitName, number>,
);

/** The ceilings of a host whose integrator moved none. */
export const defaultCeilings: Limits = Object.freeze(
  Object.fromEntries(limitNames.map((name) => [name, limitTable[name].ceiling])) as Record<LimitName, number>,
);
