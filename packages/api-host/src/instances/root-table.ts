import { defaultCeilings, type Limits, type PermissionPolicy } from "@ambit/api-types";
import type { RootMount } from "@ambit/capability-proxies";
import type { HostTerms } from "@ambit/sandbox-permissions";
import type { RootRegistration } from "../host/plugin-host.ts";

/** The folders an integrator registered, by name. */
export class RootTable {
  readonly #roots: ReadonlyMap<string, RootRegistration>;

  constructor(roots: Readonly<Record<string, RootRegistration>> = {}) {
    this.#roots = new Map(Object.entries(roots));
  }

  /** What the policy must know of this host. */
  terms(limits: Partial<Limits> = {}, applicationName?: string): HostTerms {
    const roots = [...this.#roots].map(([name, { access = "write", sensitive }]) => [name, { access, ...(sensitive !== undefined && { sensitive }) }] as const);
    return { roots: Object.fromEntries(roots), ceilings: { ...defaultCeilings, ...limits }, ...(applicationName !== undefined && { applicationName }) };
  }

  /** Where a registered root is for one plugin; undefined where there is none. */
  mount(pluginId: string, root: string): RootMount | undefined {
    const registration = this.#roots.get(root);
    if (registration === undefined) return undefined;
    const hostPath = typeof registration.hostPath === "function" ? registration.hostPath(pluginId) : registration.hostPath;
    return hostPath === undefined ? undefined : { hostPath, fenced: this.fenced(root) };
  }

  /** Names fenced off below a root. */
  fenced(root: string): readonly string[] {
    return this.#roots.get(root)?.fenced ?? [];
  }
}

/** The folders one instance has: the plugin's own files, its private temp, and the registered roots its policy names. */
export function instanceMounts(table: RootTable, policy: PermissionPolicy, own: { readonly plugin: string; readonly temp: string }): Readonly<Record<string, RootMount>> {
  const mounts: [string, RootMount][] = [
    ["plugin", { hostPath: own.plugin, fenced: [] }],
    ["temp", { hostPath: own.temp, fenced: [] }],
  ];
  for (const root of new Set(policy.files.map((rule) => rule.root))) {
    const mount = root === "plugin" || root === "temp" ? undefined : table.mount(policy.pluginId, root);
    if (mount !== undefined) mounts.push([root, mount]);
  }
  return Object.fromEntries(mounts);
}
