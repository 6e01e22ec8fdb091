import { type JsonSchema, jsonSchemaOf } from "../schemas/json-schema.ts";
import type { CallDefinition } from "./call-definition.ts";
import { callMethods, callTable } from "./call-table.ts";
import type { GuestMethod } from "./guest-method.ts";
import { type GuestMethodName, guestMethods } from "./guest-methods.ts";

/** One call of the table as plain data: its schemas are JSON Schemas. */
export type CallReference = Omit<CallDefinition, "params" | "result"> & { readonly params: JsonSchema; readonly result: JsonSchema };

/** One message from host to guest as plain data. */
export type GuestMethodReference = Omit<GuestMethod, "params"> & { readonly params: JsonSchema };

/** Everything that crosses between guest and host, as plain data, for guests in other languages; published as `schemas/calls.json`. */
export interface WireReference {
  readonly calls: readonly CallReference[];
  readonly guestMethods: readonly GuestMethodReference[];
}

/** Makes the {@link WireReference} from the tables. */
export function wireReference(): WireReference {
  const names = Object.keys(guestMethods) as GuestMethodName[];
  return {
    calls: callMethods.map((method) => {
      const definition = callTable[method] as CallDefinition;
      return { ...definition, params: jsonSchemaOf(definition.params), result: jsonSchemaOf(definition.result) };
    }),
    guestMethods: names.map((name) => ({ ...guestMethods[name], params: jsonSchemaOf(guestMethods[name].params) })),
  };
}
