import { AmbitError, type CallMethod } from "@ambit/api-types";
import type { Service } from "./service.ts";

/** The calls that start a command, and those on what they start. */
export type CommandMethod = Extract<CallMethod, `proc/${string}`>;

/** The suite's host runs no commands: none starts, so it knows no handle. */
export function noCommands(): Readonly<Record<CommandMethod, Service>> {
  return { "proc/spawn": fails, "proc/read": knowsNone, "proc/write": knowsNone, "proc/kill": knowsNone };
}

function fails(): never {
  throw new AmbitError("BACKEND_UNAVAILABLE", "The conformance suite's host runs no commands.");
}

function knowsNone(): never {
  throw new AmbitError("UNKNOWN_HANDLE", "The conformance suite's host starts no process.");
}
