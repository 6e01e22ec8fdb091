import type { CallMethod, CallParams, CallResult, JsonObject, JsonValue } from "@ambit/api-types";
import type { Caller, CallsOf, GivenParams } from "../context/call-types.ts";
import type { PluginContext } from "../context/plugin-context.ts";
import type { HookResult } from "./hooks.ts";
import type { PluginRequest } from "./routes.ts";
import type { SchemaValue } from "./schema-types.ts";
import type { PluginTimer } from "./timers.ts";

/** The parts of a manifest that types follow from. `ambit build` writes it as a module that keeps them literal. */
export interface ManifestShape {
  readonly permissions?: {
    readonly network?: readonly unknown[];
    readonly files?: readonly unknown[];
    readonly commands?: readonly unknown[];
    readonly secrets?: readonly unknown[];
    readonly events?: readonly unknown[];
    readonly storage?: object;
  };
  readonly tools?: readonly { readonly name: string; readonly params?: object; readonly script?: string }[];
  readonly hooks?: readonly { readonly name: string }[];
  readonly routes?: readonly { readonly name: string }[];
}

/** The entries of a kind of permission; `never` where there is none. */
type Entries<Manifest, Kind extends string> = Manifest extends { readonly permissions: { readonly [Key in Kind]: readonly (infer Entry)[] } } ? Entry : never;

/** The name in an entry that is a name, or an object with it. */
type NameIn<Entry, Key extends string> = Entry extends string ? Entry : Entry extends { readonly [Name in Key]: infer Name } ? Name : never;

type If<Condition, Part> = [Condition] extends [never] ? unknown : Part;

type TcpEntry<Entry> = Extract<NameIn<Entry, "host">, `tcp:${string}`>;
type WebEntry<Entry> = Exclude<NameIn<Entry, "host">, `tcp:${string}`>;
type WriteEntry<Entry> = Entry extends `rw:${string}` ? Entry : Entry extends { readonly access: "write" } ? Entry : never;

/** Calls whose one member takes no other names than the declared ones. */
type Narrowed<Namespace extends string, Member extends string, Name> = {
  readonly [Method in CallMethod as Method extends `${Namespace}/${infer Call}` ? Call : never]: Caller<
    Omit<GivenParams<CallParams<Method>>, Member> & { readonly [Key in Member]: Name },
    CallResult<Method>
  >["call"];
};

/**
 * The `ctx` of a plugin with this manifest: what it does not declare is absent. What it declares may still be: the person can
 * take each line away.
 */
export type ContextOf<Manifest> = Pick<PluginContext, "plugin" | "lang" | "config" | "log" | "timers" | "kv" | "signal" | "progress" | "call"> &
  If<WebEntry<Entries<Manifest, "network">>, { readonly net?: CallsOf<"net">; readonly stream?: CallsOf<"stream">; readonly ws?: CallsOf<"ws"> }> &
  If<TcpEntry<Entries<Manifest, "network">>, { readonly tcp?: CallsOf<"tcp"> }> &
  If<Entries<Manifest, "files">, { readonly fs?: Omit<CallsOf<"fs">, "write"> & If<WriteEntry<Entries<Manifest, "files">>, Partial<Pick<CallsOf<"fs">, "write">>> }> &
  If<Entries<Manifest, "commands">, { readonly proc?: CallsOf<"proc"> }> &
  If<Entries<Manifest, "secrets">, { readonly secrets?: Narrowed<"secrets", "name", NameIn<Entries<Manifest, "secrets">, "name">> }> &
  If<Collections<Manifest>, { readonly storage?: Narrowed<"storage", "collection", Collections<Manifest>> }>;

type Collections<Manifest> = Manifest extends { readonly permissions: { readonly storage: infer Declared } } ? keyof Declared : never;

type Tools<Manifest> = Manifest extends { readonly tools: readonly (infer Tool)[] } ? Exclude<Tool, { readonly script: string }> : never;
type NamesIn<Manifest, Kind extends string> = Manifest extends { readonly [Key in Kind]: readonly { readonly name: infer Name extends string }[] } ? Name : never;

/** What the manifest's schema says of a tool's arguments. */
type ArgumentsOf<Tool> = Tool extends { readonly params: infer Schema } ? SchemaValue<Schema> : JsonObject;

// Results are not narrowed to JsonValue: an interface has no index signature, so the compiler would not take one for JSON.
type Result = JsonValue | object | undefined | void;

/** What handles the tools, events, hooks and routes of a manifest: each that it declares, and no other. Timers are not declared. */
export type HandlersOf<Manifest> = { readonly timers?: Readonly<Record<string, Pick<PluginTimer, "everyMs"> & { run(ctx: ContextOf<Manifest>): void | Promise<void> }>> } & If<Tools<Manifest>, { readonly tools: { readonly [Tool in Tools<Manifest> as ToolName<Tool>]: (args: ArgumentsOf<Tool>, ctx: ContextOf<Manifest>) => Result | Promise<Result> | AsyncGenerator<Result, Result> } }> &
  If<NameIn<Entries<Manifest, "events">, "name">, { readonly events: { readonly [Name in Extract<NameIn<Entries<Manifest, "events">, "name">, string>]: (payload: JsonValue, ctx: ContextOf<Manifest>) => void | Promise<void> } }> &
  If<NamesIn<Manifest, "hooks">, { readonly hooks: { readonly [Name in NamesIn<Manifest, "hooks">]: (payload: JsonValue, ctx: ContextOf<Manifest>) => HookResult | Promise<HookResult> } }> &
  If<NamesIn<Manifest, "routes">, { readonly routes: { readonly [Name in NamesIn<Manifest, "routes">]: (request: PluginRequest, ctx: ContextOf<Manifest>) => Result | Promise<Result> } }>;

type ToolName<Tool> = Tool extends { readonly name: infer Name extends string } ? Name : never;
