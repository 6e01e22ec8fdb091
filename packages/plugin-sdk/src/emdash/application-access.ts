import type { JsonObject, JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import type { EmdashFunction } from "./emdash-types.ts";

/** Makes the parameters of a call from the arguments of EmDash's function. */
type Parameters = (...args: readonly JsonValue[]) => Readonly<Record<string, JsonValue | undefined>>;

const options = (given: JsonValue | undefined): JsonObject => (typeof given === "object" && given !== null ? (given as JsonObject) : {});

/** The functions of `ctx` that are calls of the application's own: by namespace and name, the parameters of each. */
const functions: Readonly<Record<string, Readonly<Record<string, Parameters>>>> = {
  content: {
    get: (collection, id) => ({ collection, id }),
    list: (collection, query) => ({ ...options(query), collection }),
    create: (collection, data, more) => ({ collection, data, options: more }),
    update: (collection, id, data) => ({ collection, id, data }),
    delete: (collection, id) => ({ collection, id }),
    createMany: (collection, items) => ({ collection, items }),
    updateMany: (collection, items) => ({ collection, items }),
    deleteMany: (collection, ids) => ({ collection, ids }),
  },
  taxonomies: {
    getAll: (more) => options(more),
    getTerms: (taxonomy, more) => ({ ...options(more), taxonomy }),
    getEntryTerms: (collection, entryId, more) => ({ ...options(more), collection, entryId }),
  },
  media: {
    get: (id) => ({ id }),
    list: (query) => options(query),
    getUploadUrl: (filename, contentType) => ({ filename, contentType }),
    upload: (filename, contentType, bytes) => ({ filename, contentType, bytes: base64(bytes) }),
    delete: (id) => ({ id }),
  },
  users: {
    get: (id) => ({ id }),
    getByEmail: (email) => ({ email }),
    list: (query) => options(query),
  },
  email: { send: (message) => ({ message }) },
  cron: {
    schedule: (name, more) => ({ ...options(more), name }),
    cancel: (name) => ({ name }),
    list: () => ({}),
  },
};

/** One namespace of `ctx`, with those of its functions that are on offer; undefined where none is. */
export function applicationAccess(ctx: PluginContext, namespace: string): Readonly<Record<string, EmdashFunction>> | undefined {
  const offered = Object.entries(functions[namespace] ?? {}).filter(([name]) => isOffered(ctx, namespace, name));
  if (offered.length === 0) return undefined;
  return Object.fromEntries(offered.map(([name, parameters]) => [name, async (...args: readonly never[]) => ctx.call(`${namespace}/${name}`, present(parameters(...args)))]));
}

/** Tells whether the application offers a call to this plugin. */
export function isOffered(ctx: PluginContext, namespace: string, name: string): boolean {
  const calls = (ctx as unknown as Readonly<Record<string, unknown>>)[namespace];
  return typeof calls === "object" && calls !== null && name in calls;
}

/** Parameters that were given: a call is refused for a member that is undefined no more than for one that is absent. */
function present(params: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return JSON.parse(JSON.stringify(params)) as JsonObject;
}

/** The bytes of whatever holds some, in base64. */
function base64(given: unknown): string {
  if (!(given instanceof ArrayBuffer) && !ArrayBuffer.isView(given)) throw new TypeError("media.upload: bytes must be an ArrayBuffer or a view of one");
  const bytes = given instanceof ArrayBuffer ? new Uint8Array(given) : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
