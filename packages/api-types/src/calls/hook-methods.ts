import { z } from "zod";
import { type JsonValue, jsonValueSchema } from "../json/json-value.ts";
import type { GuestMethod } from "./guest-method.ts";

/** Parameters of `hook/run`. */
export interface HookRunParams {
  readonly hook: string;
  /** Whether the answer can block. */
  readonly mode: "policy" | "observe";
  /** What it is about; a copy of the guest's own. */
  readonly payload: JsonValue;
}

/** Answer of `hook/run`: nothing to say, a denial with its reason, or a value for the application. */
export type HookReply = null | { readonly deny: string } | { readonly value: JsonValue };

/** Most characters of a denial's reason; the rest is cut. */
const REASON_UNITS = 1024;

/** The shape of {@link HookReply}. What is none of them blocks a policy hook. */
export const hookReplySchema: z.ZodType<HookReply> = z.union([
  z.null(),
  z.strictObject({ deny: z.string().transform((reason) => reason.slice(0, REASON_UNITS)) }),
  z.strictObject({ value: jsonValueSchema }),
]);

/** `hook/run` */
export const hookRun: GuestMethod<HookRunParams> = {
  method: "hook/run",
  summary: "Asks about something that is about to happen, or tells of it: a declared hook.",
  kind: "request",
  params: z.strictObject({ hook: z.string(), mode: z.enum(["policy", "observe"]), payload: jsonValueSchema }),
};
