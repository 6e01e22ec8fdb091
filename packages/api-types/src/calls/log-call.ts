import { z } from "zod";
import { LOG_MESSAGE_BYTES } from "../limits/fixed-limits.ts";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { EmptyResult } from "./kv-calls.ts";

/** How loud a log message is. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Parameters of `log`. */
export interface LogParams {
  readonly level: LogLevel;
  /** Cut at 8 KiB by the host. */
  readonly message: string;
}

/** `log` */
export const log: CallDefinition<LogParams, EmptyResult> = defineCall({
  method: "log",
  summary: "Writes one line to the plugin's log.",
  params: z.strictObject({ level: z.enum(["debug", "info", "warn", "error"]), message: z.string().max(16 * LOG_MESSAGE_BYTES) }),
  result: z.strictObject({}) as z.ZodType<EmptyResult>,
  needs: { kind: "basic" },
  limits: [],
  target: "none",
  errors: [],
  writes: false,
  example: { level: "info", message: "started" },
});
