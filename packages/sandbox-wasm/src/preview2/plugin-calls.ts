import { AmbitError, type GuestPort, type JsonValue, parseBoundedJson } from "@ambit/api-types/guest";
import { type ComponentCall, componentCalls } from "../generated/component-calls.ts";
import { askHost } from "./ask-host.ts";

/** Package of the interfaces that lead to the host. */
const pluginPackage = "ambit:plugin";

/**
 * The interfaces of `ambit:plugin` that a component can import, by their names: each function is one call of the table, and that of
 * `application` is any call that the application defines.
 */
export function pluginInterfaces(port: GuestPort): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const application = { call: (method: string, params: string) => runApplicationCall(port, method, params) };
  const faces: Record<string, Record<string, unknown>> = { [`${pluginPackage}/types`]: {}, [`${pluginPackage}/application`]: application };
  for (const call of componentCalls) {
    const name = `${pluginPackage}/${call.face}`;
    faces[name] = { ...faces[name], [call.name]: (params: JsonValue = {}) => runCall(port, call, params) };
  }
  return faces;
}

function runCall(port: GuestPort, call: ComponentCall, params: JsonValue): JsonValue {
  return valueOrError(() => {
    const given = call.params.reduce<JsonValue>((value, path) => change(value, path, fromText), plain(params));
    return call.result.reduce<JsonValue>((value, path) => change(value, path, (inner) => JSON.stringify(inner)), askHost(port, call.method, given));
  });
}

function runApplicationCall(port: GuestPort, method: string, params: string): string {
  return valueOrError(() => JSON.stringify(askHost(port, method, fromText(params))));
}

function valueOrError<Value>(run: () => Value): Value {
  try {
    return run();
  } catch (thrown) {
    // A record of the interface, not an `Error`: the component model hands on what is a value.
    if (AmbitError.isInstance(thrown)) throw pluginError(thrown);
    throw thrown;
  }
}

/** The record `error` of the interface. */
function pluginError({ code, message, details }: AmbitError): { readonly code: string; readonly message: string; readonly details: string } {
  return { code, message, details: JSON.stringify(details) };
}

/** Parameters as JSON has them: fields that are absent are left out. */
function plain(params: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(params)) as JsonValue;
}

function fromText(text: JsonValue): JsonValue {
  if (typeof text === "string") return parseBoundedJson(text);
  throw new AmbitError("INVALID_PARAMS", "A value must be a JSON text.");
}

/** The value with something done to what stands at a path; a path that is not there changes nothing. */
function change(value: JsonValue, path: readonly string[], act: (inner: JsonValue) => JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return act(value);
  if (key === "[]") return Array.isArray(value) ? value.map((item: JsonValue) => change(item, rest, act)) : value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value;
  // An object with that key of its own.
  const object = value as { readonly [name: string]: JsonValue };
  return { ...object, [key]: change(object[key] ?? null, rest, act) };
}
