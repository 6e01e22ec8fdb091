import type { PluginContext } from "../context/plugin-context.ts";
import { createHostError } from "../error/create-host-error.ts";
import type { HostError } from "../error/host-error.ts";
import type { ContextOf, ManifestShape } from "./manifest-types.ts";

/** What a schema says is wrong with a value. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The part of Standard Schema (standardschema.dev) that is used here; zod, valibot, arktype and others implement it. */
export interface ParamsSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly validate: (value: unknown) => SchemaOutcome<Output> | Promise<SchemaOutcome<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** What a schema made of a value: the output, or the issues. */
export type SchemaOutcome<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** What a schema gives. */
export type SchemaOutput<Schema extends ParamsSchema> = NonNullable<Schema["~standard"]["types"]>["output"];

/**
 * Makes a tool that checks its arguments by a schema and hands its output to the handler. Arguments that do not fit end the call
 * with `INVALID_PARAMS`, and the handler is not run. The host checks by the manifest's JSON Schema before that. With the
 * manifest before the schema, the handler's `ctx` has what the manifest declares.
 */
export function withParams<Schema extends ParamsSchema, Result>(schema: Schema, handler: ParamsHandler<Schema, PluginContext, Result>): ParamsTool<PluginContext, Result>;
export function withParams<const Manifest extends ManifestShape, Schema extends ParamsSchema, Result>(
  manifest: Manifest,
  schema: Schema,
  handler: ParamsHandler<Schema, ContextOf<Manifest>, Result>,
): ParamsTool<ContextOf<Manifest>, Result>;
export function withParams(...given: readonly unknown[]): ParamsTool<never, unknown> {
  const [schema, handler] = given.slice(-2) as [ParamsSchema, ParamsHandler<ParamsSchema, never, unknown>];
  return async (args, ctx) => {
    const outcome = await schema["~standard"].validate(args);
    if (outcome.issues !== undefined) throw invalidParams(outcome.issues);
    return handler(outcome.value, ctx);
  };
}

/** A handler of arguments that a schema has made. */
export type ParamsHandler<Schema extends ParamsSchema, Context, Result> = (args: SchemaOutput<Schema>, ctx: Context) => Result | Promise<Result>;

/** A tool that checks its arguments. */
export type ParamsTool<Context, Result> = (args: object, ctx: Context) => Promise<Result>;

const MOST_ISSUES = 10;

function invalidParams(issues: readonly SchemaIssue[]): HostError {
  const lines = issues.slice(0, MOST_ISSUES).map(({ path = [], message }) => {
    const place = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return place === "" ? message : `${place}: ${message}`;
  });
  return createHostError({ code: -32_602, message: lines.join("; "), data: { code: "INVALID_PARAMS" } });
}

