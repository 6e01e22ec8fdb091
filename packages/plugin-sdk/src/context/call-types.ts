import type { CallMethod, CallParams, CallResult } from "@ambit/api-types";
import type { CallSignal } from "./plugin-context.ts";

/** How one call is made. */
export interface CallOptions {
  /** Ends the call when it aborts, on the host too: `ctx.signal`, or one of an `AbortController`. */
  readonly signal?: CallSignal;
}

/** Members in which the wire has text or base64, and an author may give bytes. */
type ByteMember = "data" | "body";

/** A call's parameters as an author gives them: bytes as they are. */
export type GivenParams<Params> = { readonly [Key in keyof Params]: Key extends ByteMember ? Params[Key] | Uint8Array : Params[Key] };

/** Parameters that ask for bytes. */
type BytesParams<Params> = Omit<GivenParams<Params>, "encoding"> & { readonly encoding: "bytes" };

/** A result with bytes in it. */
type BytesResult<Result> = Omit<Result, ByteMember | "encoding"> & { readonly [Key in keyof Result as Key extends ByteMember ? Key : never]: Uint8Array } & { readonly encoding: "bytes" };

/** One call as a function. With the encoding `bytes`, where the call has one for what it gives, its result has a `Uint8Array`. */
export type CallFunction<Method extends CallMethod> = CallResult<Method> extends { readonly encoding: string } ? BytesCall<CallParams<Method>, CallResult<Method>> : Caller<GivenParams<CallParams<Method>>, CallResult<Method>>["call"];

/** A call as a method: one that takes certain names alone still is one for functions that know nothing of that. */
export interface Caller<Params, Result> {
  call(params: Params, options?: CallOptions): Promise<Result>;
}

interface BytesCall<Params, Result> {
  (params: BytesParams<Params>, options?: CallOptions): Promise<BytesResult<Result>>;
  (params: GivenParams<Params>, options?: CallOptions): Promise<Result>;
}

/** The calls whose names begin with `Namespace/`, as functions. Derived from the table of calls. */
export type CallsOf<Namespace extends string> = {
  readonly [Method in CallMethod as Method extends `${Namespace}/${infer Name}` ? Name : never]: CallFunction<Method>;
};
