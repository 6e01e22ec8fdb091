import type { z } from "zod";
import type { CallDefinition } from "../calls/call-definition.ts";
import type { ErrorCode } from "../errors/error-registry.ts";
import type { AnyLimitName } from "../limits/limit-name.ts";

/** For whom and how long a handler of an application works. */
export interface CapabilityRequest {
  readonly plugin: { readonly id: string; readonly version: string };
  readonly instanceId: string;
  /** Organisation, where the host serves several. */
  readonly org?: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What bounds one call of a capability, beside the limits of the plugin. */
export interface CapabilityCallLimits {
  /** Most seconds it takes; never more than the plugin's `callSeconds`. */
  readonly seconds?: number;
  /** Most bytes of its parameters, as JSON in UTF-8. */
  readonly paramBytes?: number;
  /** Most bytes of its result, as JSON in UTF-8. */
  readonly resultBytes?: number;
  /** Most of it under way at once, for one instance. */
  readonly atOnce?: number;
}

/** One call of an application's capability: what is known of it, and what serves it. */
export interface CapabilityCall<Params = unknown, Result = unknown> {
  /** Name on the wire, such as `content/get`; a guest written in JavaScript finds it as `ctx.content.get`. */
  readonly method: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly params: z.ZodType<Params>;
  /** What does not stand in it is not sent: the result is cut to it. */
  readonly result: z.ZodType<Result>;
  /** Changes something; its journal record is durable before the guest hears of it. */
  readonly writes: boolean;
  /** Parameters of one valid call. */
  readonly example: Params;
  readonly limits?: CapabilityCallLimits;
  /** Errors it ends in beside {@link capabilityErrors}; any other one reaches the guest as `INTERNAL_ERROR`. */
  readonly errors?: readonly ErrorCode[];
  /** Does it. What it throws ends the call: an `AmbitError` of the call as it is, anything else as `INTERNAL_ERROR`. */
  run(params: Params, request: CapabilityRequest): Result | Promise<Result>;
}

/** Errors that any call of a capability can end in, beside those of every call. */
export const capabilityErrors: readonly ErrorCode[] = ["PERMISSION_DENIED", "REFUSED", "CAPABILITY_FAILED", "CAPABILITY_UNAVAILABLE"];

/** Makes a call; exists so that its handler's types follow from its schemas. */
export function defineCapabilityCall<Params, Result>(call: CapabilityCall<Params, Result>): CapabilityCall<Params, Result> {
  return Object.freeze(call);
}

/** The entry that the judge and the gateway see, as one of the table of calls. */
export function capabilityCallDefinition({ id, basic = false }: { readonly id: string; readonly basic?: boolean }, call: CapabilityCall): CallDefinition {
  const { method, summary, params, result, writes, example, errors = [] } = call;
  return {
    method,
    summary,
    params,
    result,
    writes,
    example,
    needs: basic ? { kind: "basic" } : { kind: "capability", id },
    target: basic ? "none" : "capability",
    limits: limitNamesOf(call.limits),
    errors: [...capabilityErrors, ...errors],
  };
}

function limitNamesOf({ paramBytes, resultBytes, atOnce }: CapabilityCallLimits = {}): readonly AnyLimitName[] {
  const names: AnyLimitName[] = ["callSeconds"];
  if (paramBytes !== undefined || resultBytes !== undefined) names.push("message");
  if (atOnce !== undefined) names.push("pendingCalls");
  return names;
}
