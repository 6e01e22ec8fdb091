import type { z } from "zod";
import type { ErrorCode } from "../errors/error-registry.ts";
import type { AnyLimitName } from "../limits/limit-name.ts";

/** What a call needs the policy to hold. */
export type CallNeed =
  /** Nothing: every plugin has it. */
  | { readonly kind: "basic" }
  | { readonly kind: "network"; readonly protocol: "fetch" | "stream" | "ws" | "tcp" }
  | { readonly kind: "files"; readonly access: "read" | "write" }
  | { readonly kind: "commands" }
  | { readonly kind: "secrets" }
  | { readonly kind: "collections" }
  /** A handle that `opener` gave; that call was judged, and a guest that cannot make it has no use for this one. */
  | { readonly kind: "handle"; readonly opener: string }
  | { readonly kind: "capability"; readonly id: string };

/** One entry of the table of calls: everything that is known of one thing a guest can ask for. */
export interface CallDefinition<Params = unknown, Result = unknown> {
  /** Name on the wire, such as `net/fetch`. */
  readonly method: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly params: z.ZodType<Params>;
  readonly result: z.ZodType<Result>;
  readonly needs: CallNeed;
  /** The limits that bind it. */
  readonly limits: readonly AnyLimitName[];
  /** What its journal record names as target. */
  readonly target: "host" | "root" | "program" | "secret" | "collection" | "capability" | "none";
  /** The errors it can end in, beside those any call can (see {@link commonErrors}). */
  readonly errors: readonly ErrorCode[];
  /** Changes something outside the guest. */
  readonly writes: boolean;
  /** Parameters of one valid call, for the reference page and the conformance suite. */
  readonly example: Params;
}

/** Errors that any call can end in. */
export const commonErrors: readonly ErrorCode[] = ["INVALID_PARAMS", "LIMIT_EXCEEDED", "INSTANCE_STOPPED", "CALL_CANCELLED", "INTERNAL_ERROR"];

/** Makes an entry; exists so that an entry's types follow from its schemas. */
export function defineCall<Params, Result>(definition: CallDefinition<Params, Result>): CallDefinition<Params, Result> {
  return Object.freeze(definition);
}
