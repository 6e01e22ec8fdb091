import { AmbitError, type CallMethod } from "@ambit/api-types";
import type { Service } from "./service.ts";

/** The calls that connect, and those on what they open. */
export type NetworkMethod = Extract<CallMethod, `${"net" | "stream" | "ws" | "tcp"}/${string}`>;

/** The suite's host has no network: nothing opens, so it knows no handle. */
export function noNetwork(): Readonly<Record<NetworkMethod, Service>> {
  return {
    "net/fetch": fails,
    "net/stream": fails,
    "stream/read": knowsNone,
    "stream/close": knowsNone,
    "ws/open": fails,
    "ws/send": knowsNone,
    "ws/receive": knowsNone,
    "ws/close": knowsNone,
    "tcp/open": fails,
    "tcp/read": knowsNone,
    "tcp/write": knowsNone,
    "tcp/close": knowsNone,
  };
}

function fails(): never {
  throw new AmbitError("NETWORK_FAILED", "The conformance suite's host has no network.");
}

function knowsNone(): never {
  throw new AmbitError("UNKNOWN_HANDLE", "The conformance suite's host opens no connection.");
}
