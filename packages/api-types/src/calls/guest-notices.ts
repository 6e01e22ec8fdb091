import { z } from "zod";
import { type JsonValue, jsonValueSchema } from "../json/json-value.ts";
import type { CallCancelParams } from "./guest-methods.ts";

/** How far a call is. */
export interface ToolProgress {
  /** How much is done, in units of the plugin's choice; the share of 1 where there is no `total`. */
  readonly done: number;
  /** How much there is. */
  readonly total?: number;
  /** What it is doing, for people; at most 500 characters. */
  readonly message?: string;
}

/** Parameters of a guest's `call/progress`. */
export interface CallProgressParams extends ToolProgress {
  /** The `id` of the host's request that it is about. */
  readonly id: number;
}

/** Parameters of a guest's `call/part`: a part of a call's result, ahead of its end. */
export interface CallPartParams {
  /** The `id` of the host's request that it is about. */
  readonly id: number;
  readonly value: JsonValue;
}

/** The type of {@link guestNotices}: the shape of each notice's parameters by its name. */
export interface GuestNotices {
  readonly "call/cancel": z.ZodType<CallCancelParams>;
  readonly "call/progress": z.ZodType<CallProgressParams>;
  readonly "call/part": z.ZodType<CallPartParams>;
}

const id = z.int();

/**
 * What a guest tells of calls under way. None of it asks for anything that a policy could grant or refuse, so these are no calls of
 * the table: `call/cancel` names a call of the guest's own, the others one of the host's. One whose call is over is dropped.
 */
export const guestNotices: GuestNotices = {
  "call/cancel": z.strictObject({ id }),
  "call/progress": z.strictObject({ id, done: z.number(), total: z.number().exactOptional(), message: z.string().max(500).exactOptional() }) as unknown as z.ZodType<CallProgressParams>,
  "call/part": z.strictObject({ id, value: jsonValueSchema }),
};
