import type { JsonObject } from "../json/json-value.ts";
import type { LimitName } from "../limits/limit-table.ts";

/** A text shown to people: one string, or one per language with English as the base. */
export type LocalizedText = string | { readonly en: string; readonly [language: string]: string };

/** A `run.wasm` and how it is started. */
export interface WasmRun {
  readonly wasm: string;
  readonly abi: "preview1" | "component";
  /**
   * Arguments of a command, after `argv[0]`, which is the plugin's id: one list, or one for each tool by its name. `{key}`
   * stands for the call's argument of that name. A word stays one argument whatever is put into it; one that is `{key}` alone
   * becomes as many as a list has items, and none where the argument is absent.
   */
  readonly args?: WasmArgs;
  /** Environment variables. Without it there are none. */
  readonly env?: Readonly<Record<string, string>>;
  /** `per-call`: each call into a reactor gets an instance as it was after its initialisation. Default `shared`. */
  readonly instances?: "shared" | "per-call";
}

/** Arguments of a command: for every tool, or by the tool's name. */
export type WasmArgs = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** How the plugin's code runs. */
export type RunForm = { readonly js: string } | WasmRun;

/** What a tool does to the world; where nothing is declared, `execute`, the strictest. */
export type ToolAccess = "read" | "write" | "execute";

/** One thing a person or an agent can ask the plugin to do. */
export interface ToolDeclaration {
  /** `[a-zA-Z0-9_-]{1,64}`, unique in the plugin. */
  readonly name: string;
  readonly description: string;
  /** Template for a call's title; `{key}` is replaced by the argument of that name. */
  readonly title?: string;
  /** JSON Schema of the arguments, an object schema. */
  readonly params?: JsonObject;
  /** Default `execute`. */
  readonly access?: ToolAccess;
  /** Ask the person at every call. */
  readonly confirm?: boolean;
  /** Path of a script inside the plugin that handles the tool instead of `run`. */
  readonly script?: string;
}

/** A folder the plugin asks for. */
export interface FilePermission {
  readonly root: string;
  /** Folder below the root; the root itself where absent. */
  readonly path?: string;
  readonly access: "read" | "write";
  readonly reason?: string;
}

/** A named thing the plugin asks for, with its reason. */
export interface NamedPermission {
  readonly name: string;
  readonly reason?: string;
}

/** A storage collection the plugin declares. */
export interface CollectionDeclaration {
  /** Fields, or lists of fields, that queries may use. */
  readonly indexes?: readonly (string | readonly string[])[];
  /** Fields, or lists of fields, whose values may occur once. */
  readonly uniqueIndexes?: readonly (string | readonly string[])[];
}

/** Everything the plugin asks for. What is absent is not allowed. */
export interface PermissionsDeclaration {
  readonly network?: readonly NamedPermission[];
  readonly files?: readonly FilePermission[];
  readonly commands?: readonly NamedPermission[];
  readonly secrets?: readonly NamedPermission[];
  readonly events?: readonly NamedPermission[];
  readonly capabilities?: readonly NamedPermission[];
  readonly storage?: Readonly<Record<string, CollectionDeclaration>>;
}

/** A hook the plugin handles. */
export interface HookDeclaration {
  readonly name: string;
  /** `policy` hooks can block, `observe` hooks cannot. */
  readonly mode: "policy" | "observe";
  /** Lower runs first; default 100. */
  readonly priority?: number;
  /** Milliseconds it may take; default 5000, and never more than `callSeconds`. */
  readonly timeoutMs?: number;
}

/** A request path of the application's that the plugin answers. */
export interface RouteDeclaration {
  /** Words with slashes between them, such as `forms/list`. */
  readonly name: string;
  /** Whoever asks is answered, also one that the application does not know; default false. */
  readonly public?: boolean;
}

/** A shell line that the application runs when an event happens, once the person has agreed to that very line. */
export interface EventCommandDeclaration {
  /** The event. */
  readonly on: string;
  readonly run: string;
  readonly reason?: string;
}

/** What the application does on the plugin's behalf, without the plugin's code. */
export interface Contributions {
  readonly commands?: readonly EventCommandDeclaration[];
}

/** `ambit-plugin.json`, read and checked: shorthand spelled out, every list deduplicated. */
export interface PluginManifest {
  readonly id: string;
  readonly version: string;
  readonly publisher: string;
  readonly api: 1;
  readonly displayName?: LocalizedText;
  readonly description?: LocalizedText;
  readonly icon?: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly keywords?: readonly string[];
  readonly run?: RunForm;
  readonly permissions: PermissionsDeclaration;
  readonly limits: Readonly<Partial<Record<LimitName, number>>>;
  readonly tools: readonly ToolDeclaration[];
  readonly hooks: readonly HookDeclaration[];
  readonly routes?: readonly RouteDeclaration[];
  readonly contributes?: Contributions;
  /** JSON Schema of the plugin's settings. */
  readonly config?: JsonObject;
}
