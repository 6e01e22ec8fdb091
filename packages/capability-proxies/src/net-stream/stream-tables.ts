import { STREAMS_AT_ONCE } from "@ambit/api-types";
import { HandleTable } from "../proxy/handle-table.ts";
import { InstanceStates } from "../proxy/instance-states.ts";
import type { OpenStream } from "./open-stream.ts";

/** The streams of one instance. */
export type StreamTable = HandleTable<OpenStream>;

/** The streams of each instance, whichever call opened them. */
export type StreamTables = InstanceStates<StreamTable>;

/** Makes the tables of a host. */
export function streamTables(): StreamTables {
  return new InstanceStates((): StreamTable => new HandleTable({ most: STREAMS_AT_ONCE, limit: "streams", plural: "streams" }));
}
