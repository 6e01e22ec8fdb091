import type { Capability, Limits } from "@ambit/api-types";
import type { ConsentWording } from "../consent/wording.ts";

/** What the integrator says of one root. */
export interface RootTerms {
  /** The most a plugin can get. */
  readonly access: "read" | "write";
  /** Holds credentials or the like: a manifest that asks for it must give a reason. */
  readonly sensitive?: boolean;
}

/** What the integrator says of one capability of the application's own. */
export type CapabilityTerms = Partial<Pick<Capability, "label" | "severity" | "implies" | "deprecatedIds" | "opensNetwork" | "hooks">>;

/** What a host offers and at most allows: the other half of what a manifest asks for. */
export interface HostTerms {
  /** Roots beside `plugin` and `temp`, by name. */
  readonly roots: Readonly<Record<string, RootTerms>>;
  /** The most each limit can be. */
  readonly ceilings: Limits;
  /** Shown as "enforced by ...". */
  readonly applicationName?: string;
  /** Words of the install window in languages beside English, by tag; whoever writes them says all that the English ones say. */
  readonly wordings?: Readonly<Record<string, ConsentWording>>;
  /** Capabilities that exist here, by id; none where absent. */
  readonly capabilities?: Readonly<Record<string, CapabilityTerms>>;
}

const OWN_ROOTS: Readonly<Record<string, RootTerms>> = { plugin: { access: "read" }, temp: { access: "write" } };

/** The terms of a root, or undefined where the host has none of that name. */
export function rootTerms(host: HostTerms, root: string): RootTerms | undefined {
  if (Object.hasOwn(OWN_ROOTS, root)) return OWN_ROOTS[root];
  return Object.hasOwn(host.roots, root) ? host.roots[root] : undefined;
}

/** Tells whether a root is the plugin's own: its files, or its private temporary folder. */
export function isOwnRoot(root: string): boolean {
  return Object.hasOwn(OWN_ROOTS, root);
}

/** The terms of a capability, or undefined where the host has none of that id. */
export function capabilityTerms(host: HostTerms, id: string): CapabilityTerms | undefined {
  const known = host.capabilities ?? {};
  return Object.hasOwn(known, id) ? known[id] : undefined;
}

/** The present id of a capability that is asked for by it or by an earlier one; undefined where the host has none of either. */
export function presentCapability(host: HostTerms, id: string): string | undefined {
  if (capabilityTerms(host, id) !== undefined) return id;
  return Object.entries(host.capabilities ?? {}).find(([, { deprecatedIds = [] }]) => deprecatedIds.includes(id))?.[0];
}
