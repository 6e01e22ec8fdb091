import { z } from "zod";
import type { GuestMethod } from "./guest-method.ts";
import type { EmptyResult } from "./kv-calls.ts";
import { hookRun, type HookRunParams } from "./hook-methods.ts";
import { routeCall, type RouteCallParams } from "./route-methods.ts";
import type { TimerHandle } from "./timer-calls.ts";
import { type JsonObject, type JsonValue, jsonObjectSchema, jsonValueSchema } from "../json/json-value.ts";

/** Parameters of `initialize`, the first message a guest gets. A guest cannot read its environment, so what it may know stands here. */
export interface InitializeParams {
  readonly protocolVersion: 1;
  readonly plugin: { readonly id: string; readonly version: string };
  /** Language of the person, a tag such as `en`. */
  readonly lang: string;
  /** The calls on offer to this plugin: granted ones and basic rights. */
  readonly calls: readonly string[];
  /** The plugin's settings. */
  readonly config: JsonObject;
}

/** Parameters of `tool/call`. */
export interface ToolCallParams {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Parameters of `event/deliver`. */
export interface EventDeliverParams {
  readonly event: string;
  readonly payload: JsonValue;
}

/** Parameters of `call/cancel`. */
export interface CallCancelParams {
  /** The `id` of the request that nobody waits for any more. */
  readonly id: number;
}

/** The type of {@link guestMethods}: each message's entry by its name. */
export interface GuestMethods {
  readonly initialize: GuestMethod<InitializeParams>;
  readonly "tool/call": GuestMethod<ToolCallParams>;
  readonly "call/cancel": GuestMethod<CallCancelParams>;
  readonly "event/deliver": GuestMethod<EventDeliverParams>;
  readonly "hook/run": GuestMethod<HookRunParams>;
  readonly "route/call": GuestMethod<RouteCallParams>;
  readonly "timer/fired": GuestMethod<TimerHandle>;
  readonly shutdown: GuestMethod<EmptyResult>;
}

/** Every message a host sends to a guest of its own accord, by name. */
export const guestMethods: GuestMethods = {
  initialize: {
    method: "initialize",
    summary: "First message: who the plugin is and what it may call.",
    kind: "request",
    params: z.strictObject({
      protocolVersion: z.literal(1),
      plugin: z.strictObject({ id: z.string(), version: z.string() }),
      lang: z.string(),
      calls: z.array(z.string()),
      config: jsonObjectSchema,
    }),
  },
  "tool/call": {
    method: "tool/call",
    summary: "Runs one of the plugin's tools; the answer is the tool's result.",
    kind: "request",
    params: z.strictObject({ tool: z.string(), arguments: jsonObjectSchema }),
  },
  "call/cancel": {
    method: "call/cancel",
    summary: "The caller gave up on a request: its answer is dropped if it still comes.",
    kind: "notification",
    params: z.strictObject({ id: z.int() }),
  },
  "event/deliver": {
    method: "event/deliver",
    summary: "Tells of an event the plugin declared.",
    kind: "notification",
    params: z.strictObject({ event: z.string(), payload: jsonValueSchema }),
  },
  "hook/run": hookRun,
  "route/call": routeCall,
  "timer/fired": {
    method: "timer/fired",
    summary: "A timer that the guest set is due.",
    kind: "notification",
    params: z.strictObject({ timer: z.int() }),
  },
  shutdown: {
    method: "shutdown",
    summary: "Last message: the instance is about to end.",
    kind: "notification",
    params: z.strictObject({}) as z.ZodType<EmptyResult>,
  },
};

/** The name of a message from host to guest. */
export type GuestMethodName = keyof GuestMethods;
