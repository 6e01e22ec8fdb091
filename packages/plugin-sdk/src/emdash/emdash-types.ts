import type { JsonObject, JsonValue } from "@ambit/api-types";

/** A page of a listing. */
export interface EmdashPage<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string;
  readonly hasMore: boolean;
}

/** The plugin's values by key. */
export interface EmdashKv {
  get<Value = JsonValue>(key: string): Promise<Value | null>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
  list(prefix?: string): Promise<{ readonly key: string; readonly value: JsonValue }[]>;
}

/** A query on a collection; `orderBy` names one field. */
export interface EmdashQuery {
  readonly where?: Readonly<Record<string, unknown>>;
  readonly orderBy?: Readonly<Record<string, "asc" | "desc">>;
  /** Brought between 1 and 1000; default 50. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** One declared collection of documents. */
export interface EmdashCollection {
  get(id: string): Promise<JsonObject | null>;
  put(id: string, data: unknown): Promise<void>;
  delete(id: string): Promise<boolean>;
  exists(id: string): Promise<boolean>;
  getMany(ids: readonly string[]): Promise<Map<string, JsonObject>>;
  putMany(items: readonly { readonly id: string; readonly data: unknown }[]): Promise<void>;
  deleteMany(ids: readonly string[]): Promise<number>;
  query(options?: EmdashQuery): Promise<EmdashPage<{ readonly id: string; readonly data: JsonObject }>>;
  count(where?: Readonly<Record<string, unknown>>): Promise<number>;
}

/** A function of the `ctx` that is one call of the application's. */
export type EmdashFunction = (...args: readonly never[]) => Promise<unknown>;

/** Writes lines to the plugin's log, with data beside the message. */
export interface EmdashLog {
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
}

/** What a plugin may know of the site. */
export interface EmdashSiteInfo {
  readonly name: string;
  readonly url: string;
  readonly locale: string;
}

/** What a handler gets: EmDash's `ctx`. What was not granted is absent. */
export interface EmdashContext {
  readonly plugin: { readonly id: string; readonly version: string };
  readonly kv: EmdashKv;
  readonly storage: Readonly<Record<string, EmdashCollection>>;
  readonly log: EmdashLog;
  readonly site: EmdashSiteInfo;
  /** The address of a path of the site. */
  url(path: string): string;
  readonly http?: { fetch(url: string, init?: object): Promise<unknown> };
  readonly content?: Readonly<Record<string, EmdashFunction>>;
  readonly taxonomies?: Readonly<Record<string, EmdashFunction>>;
  readonly media?: Readonly<Record<string, EmdashFunction>>;
  readonly users?: Readonly<Record<string, EmdashFunction>>;
  readonly email?: Readonly<Record<string, EmdashFunction>>;
  readonly cron?: Readonly<Record<string, EmdashFunction>>;
}

/** A request as a route of the two-argument form gets it. */
export interface EmdashRouteContext {
  readonly input: unknown;
  readonly request: { readonly url: string; readonly method: string; readonly headers: Readonly<Record<string, string>> };
  readonly requestMeta: { readonly ip: string | null; readonly userAgent: string | null; readonly referer: string | null; readonly geo: null };
  readonly user?: undefined;
}

interface Handlers {
  // Methods, not function types: TypeScript then lets a handler name the shape of its event.
  hook(event: never, ctx: EmdashContext): unknown;
  route(request: never, ctx: EmdashContext): unknown;
}

/** Handles one hook. */
export type EmdashHookHandler = Handlers["hook"];

/** Answers one route: `(routeCtx, ctx)`, or `(ctx)` with the request in it where the plugin has an id. */
export type EmdashRouteHandler = Handlers["route"];

/** A hook with its options. */
export interface EmdashHookConfig {
  readonly handler: EmdashHookHandler;
  readonly priority?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly dependencies?: readonly string[];
  /** What an error does: `abort` is the default. */
  readonly errorPolicy?: "continue" | "abort";
  readonly exclusive?: boolean;
}

/** Something with a zod schema's `safeParse`. */
export interface EmdashInputSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown; readonly error?: unknown };
}

/** A route with its options. */
export interface EmdashRouteConfig {
  readonly handler: EmdashRouteHandler;
  readonly public?: boolean;
  readonly input?: EmdashInputSchema;
  readonly permission?: string;
  readonly cacheControl?: string;
}

/** A tool that agents may call: another way to one of the plugin's routes. */
export interface EmdashTool {
  readonly description: string;
  /** Name of the route that answers. */
  readonly route: string;
  /** The schema of its arguments: that of any library which tells it as JSON Schema. */
  readonly input?: { readonly "~standard"?: { readonly jsonSchema?: { input(options: { readonly target: "draft-2020-12" }): JsonObject } } };
  /** It takes something away: the person is asked at every call. */
  readonly destructive?: boolean;
}

/** A plugin in EmDash's form. One with an `id` is of the form of `definePlugin`: its routes take one argument. */
export interface EmdashPlugin {
  readonly id?: string;
  readonly version?: string;
  readonly hooks?: Readonly<Record<string, EmdashHookHandler | EmdashHookConfig>>;
  readonly routes?: Readonly<Record<string, EmdashRouteHandler | EmdashRouteConfig>>;
  readonly mcp?: { readonly tools?: Readonly<Record<string, EmdashTool>> };
}
