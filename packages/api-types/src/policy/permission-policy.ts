import type { CollectionDeclaration } from "../manifest/manifest.ts";
import type { Limits } from "../limits/limit-table.ts";

/** One place a plugin may connect to. Hosts are in canonical form: lower case, IDNA, no trailing dot. */
export type NetworkRule =
  /** https and wss to one host exactly, on one port. */
  | { readonly kind: "host"; readonly host: string; readonly port: number }
  /** https and wss to any subdomain of `host`, not to `host` itself, on one port. */
  | { readonly kind: "subdomains"; readonly host: string; readonly port: number }
  /** A raw socket to one host and port. */
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  /** The instances a person typed for this plugin's accounts. */
  | { readonly kind: "account" }
  /** The local server of a shared process that the host started for this plugin. */
  | { readonly kind: "shared" }
  /** Any public host, https on port 443. */
  | { readonly kind: "any" };

/** One folder a plugin may use. */
export interface FileRule {
  readonly root: string;
  /** Components below the root; empty for the root itself. */
  readonly path: readonly string[];
  readonly access: "read" | "write";
}

/** One command a plugin may run: words compared one by one; `open` lines may go on with safe words of their profile. */
export interface CommandRule {
  readonly words: readonly string[];
  readonly open: boolean;
}

/** One hook a plugin is asked by. */
export interface HookRule {
  readonly name: string;
  readonly mode: "policy" | "observe";
}

/** One route a plugin answers. */
export interface RouteRule {
  readonly name: string;
  /** Whoever asks is answered, also one that the application does not know. */
  readonly public: boolean;
}

/** One shell line that the application runs when an event happens. */
export interface EventCommandRule {
  readonly event: string;
  readonly line: string;
}

/**
 * What one plugin may do: canonical, implication-closed, deep-frozen, plain data (it crosses to a worker by structured
 * clone). Made only by `compilePolicy`.
 */
export interface PermissionPolicy {
  readonly pluginId: string;
  readonly version: string;
  readonly network: readonly NetworkRule[];
  readonly files: readonly FileRule[];
  readonly commands: readonly CommandRule[];
  readonly secrets: readonly string[];
  readonly events: readonly string[];
  readonly hooks: readonly HookRule[];
  readonly routes: readonly RouteRule[];
  /** Names of the tools that scripts handle. */
  readonly scripts: readonly string[];
  readonly eventCommands: readonly EventCommandRule[];
  /** Ids of capabilities, implied ones included. */
  readonly capabilities: readonly string[];
  readonly storage: Readonly<Record<string, CollectionDeclaration>>;
  /** The limits in force: what the manifest asks for, brought below the host's ceilings. */
  readonly limits: Limits;
  /** Domain-separated SHA-256 over everything above, in hexadecimal. */
  readonly digest: string;
}
