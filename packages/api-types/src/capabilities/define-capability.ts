import { z } from "zod";
import { callMethods } from "../calls/call-table.ts";
import { AmbitError } from "../errors/ambit-error.ts";
import { type ErrorCode, errorCodes } from "../errors/error-registry.ts";
import { plainNameSchema, shownText } from "../manifest/field-schemas.ts";
import { hookNameSchema } from "../manifest/hook-schema.ts";
import { localizedText } from "../manifest/localized-text.ts";
import type { CapabilityCall } from "./capability-call.ts";
import type { Capability } from "./capability.ts";

/** What every `ctx` has under these names; no call can take their place. */
const CONTEXT_NAMES: readonly string[] = ["plugin", "lang", "config", "log", "timers", "call", "signal"];

const reserved = new Set([...CONTEXT_NAMES, ...callMethods.map((method) => method.split("/")[0] ?? "")]);

const methodSchema = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,31}\/[a-z][a-zA-Z0-9]{0,31}$/, "must be a namespace and a name, such as content/get")
  .refine((method) => !reserved.has(method.split("/")[0] ?? ""), "is in a namespace that the host's own calls or the ctx use")
  .refine((method) => !method.split("/").some((word) => word in Object.prototype), "must not be a name that every object has");

const positive = z.int("must be a whole number").positive("must be above 0").exactOptional();
const ids = z.array(plainNameSchema).max(100);

/** By its shape: the application may have another copy of the library. */
const zodSchema = z.custom((value) => typeof (value as { readonly safeParse?: unknown } | undefined)?.safeParse === "function", "must be a zod schema");

const callSchema = z.strictObject({
  method: methodSchema,
  summary: shownText(200),
  params: zodSchema,
  result: zodSchema,
  writes: z.boolean(),
  example: z.unknown(),
  limits: z.strictObject({ seconds: z.number().positive("must be above 0").exactOptional(), paramBytes: positive, resultBytes: positive, atOnce: positive }).exactOptional(),
  errors: z.array(z.enum(errorCodes as [ErrorCode, ...ErrorCode[]], "must be a code of the error registry")).exactOptional(),
  run: z.custom((value) => typeof value === "function", "must be a function"),
});

const capabilitySchema = z.strictObject({
  id: plainNameSchema,
  label: localizedText(200),
  severity: z.enum(["danger", "high", "medium", "low"]).exactOptional(),
  implies: ids.exactOptional(),
  deprecatedIds: ids.exactOptional(),
  opensNetwork: z.array(z.string().min(1).max(512)).max(100).exactOptional(),
  hooks: z.array(hookNameSchema).max(100).exactOptional(),
  provider: hookNameSchema.exactOptional(),
  basic: z.boolean().exactOptional(),
  calls: z.array(callSchema).max(100).exactOptional(),
});

/**
 * Makes a capability of an application's own: checks it and freezes it.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` naming the capability and what is wrong with it.
 */
export function defineCapability(capability: Capability): Capability {
  const checked = capabilitySchema.safeParse(capability);
  const name = typeof capability.id === "string" ? capability.id.slice(0, 64) : "";
  if (!checked.success) {
    const issue = checked.error.issues[0];
    const at = issue?.path.join(".") ?? "";
    throw invalid(name, `${at === "" ? "it" : `\`${at}\`${shown(capability, issue?.path ?? [])}`} ${issue?.message ?? "is wrong"}`);
  }
  for (const call of capability.calls ?? []) checkExample(name, call);
  return Object.freeze({ ...capability, ...(capability.calls !== undefined && { calls: Object.freeze([...capability.calls]) }) });
}

/** The text at a path, for the error: `calls.0.method` alone says less than the name itself. */
function shown(capability: Capability, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>((inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined), capability);
  return typeof value === "string" ? ` (${JSON.stringify(value.slice(0, 100))})` : "";
}

function checkExample(id: string, { method, params, example }: CapabilityCall): void {
  if (!params.safeParse(example).success) throw invalid(id, `the example of \`${method}\` is not valid by its own \`params\``);
}

function invalid(id: string, problem: string): AmbitError {
  return new AmbitError("HOST_CONFIG_INVALID", `The capability "${id}" cannot be taken: ${problem}.`);
}
