import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";

/** Parameters of `timer/set`. */
export interface TimerSetParams {
  /** Milliseconds until it fires; raised to 10. At most 2^31 - 1. */
  readonly ms: number;
  /** Fire again and again; default false. */
  readonly repeat?: boolean;
}
/** Names a timer; also the parameters of the notification `timer/fired`. */
export interface TimerHandle {
  readonly timer: number;
}
/** Answer of `timer/cancel`. */
export interface TimerCancelResult {
  /** False where it had fired already. */
  readonly cancelled: boolean;
}

const timer = z.int().min(1);

/** `timer/set` */
export const timerSet: CallDefinition<TimerSetParams, TimerHandle> = defineCall({
  method: "timer/set",
  summary: "Sets a timer; the notification `timer/fired` comes when it is due.",
  params: z.strictObject({ ms: z.number().min(0).max(2 ** 31 - 1), repeat: z.boolean().exactOptional() }) as z.ZodType<TimerSetParams>,
  result: z.strictObject({ timer }),
  needs: { kind: "basic" },
  limits: ["timers"],
  target: "none",
  errors: [],
  writes: false,
  example: { ms: 1000 },
});

/** `timer/cancel` */
export const timerCancel: CallDefinition<TimerHandle, TimerCancelResult> = defineCall({
  method: "timer/cancel",
  summary: "Stops a timer.",
  params: z.strictObject({ timer }),
  result: z.strictObject({ cancelled: z.boolean() }),
  needs: { kind: "basic" },
  limits: [],
  target: "none",
  errors: [],
  writes: false,
  example: { timer: 1 },
});
