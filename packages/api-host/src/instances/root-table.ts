import { isAbsolute } from "node:path";
import { AmbitError, type PermissionPolicy, plainNameSchema } from "@ambit/api-types";
import type { RootMount } from "@ambit/capability-proxies";
import type { HostTerms } from "@ambit/sandbox-permissions";
import { folderBelow } from "../folders/folder-below.ts";
import type { RootRegistration } from "../host/plugin-host.ts";

/** The folders an integrator registered, by name. */
export class RootTable {
  readonly #roots: ReadonlyMap<string, RootRegistration>;
  readonly #protected: readonly string[];
  #ownFolder: string | undefined;

  /**
   * @param protectedPaths files and folders that are closed below every root that can be written.
   * @throws AmbitError `HOST_CONFIG_INVALID` for a name that cannot be a root's, or a folder that is not absolute.
   */
  constructor(roots: Readonly<Record<string, RootRegistration>> = {}, protectedPaths: readonly string[] = []) {
    for (const [name, { hostPath }] of Object.entries(roots)) {
      if (name === "plugin" || name === "temp" || !plainNameSchema.safeParse(name).success) throw new AmbitError("HOST_CONFIG_INVALID", `roots.${name.slice(0, 64)}: no root can have this name.`);
      if (typeof hostPath === "string" && !isAbsolute(hostPath)) throw new AmbitError("HOST_CONFIG_INVALID", `roots.${name}: the folder must be an absolute path.`);
    }
    this.#roots = new Map(Object.entries(roots));
    this.#protected = protectedPaths;
  }

  /**
   * Keeps every plugin out of the host's own folder, whose files hold all plugins' secrets, grants and code: below a root it
   * is fenced off, and a root that is in it is none.
   *
   * @throws AmbitError `HOST_CONFIG_INVALID` for a folder that is in it.
   */
  keepOut(ownFolder: string): void {
    this.#ownFolder = ownFolder;
    for (const [name, { hostPath }] of this.#roots) {
      if (typeof hostPath === "string" && folderBelow(hostPath, ownFolder) !== undefined) throw new AmbitError("HOST_CONFIG_INVALID", `roots.${name}: the folder is in the host's own, dataDir.`);
    }
  }

  /** What the policy must know of the roots. */
  terms(): HostTerms["roots"] {
    return Object.fromEntries([...this.#roots].map(([name, { access = "write", sensitive }]) => [name, { access, ...(sensitive !== undefined && { sensitive }) }]));
  }

  /** Where a registered root is for one plugin; undefined where there is none. */
  mount(pluginId: string, root: string): RootMount | undefined {
    const registration = this.#roots.get(root);
    if (registration === undefined) return undefined;
    const hostPath = typeof registration.hostPath === "function" ? registration.hostPath(pluginId) : registration.hostPath;
    if (hostPath === undefined) return undefined;
    if (this.#ownFolder !== undefined && folderBelow(hostPath, this.#ownFolder) !== undefined) return undefined;
    return { hostPath, fenced: [...(registration.fenced ?? []), ...this.#closedBelow(hostPath, registration)] };
  }

  /** Names of the roots that commands may run in. */
  commandRoots(): readonly string[] {
    return [...this.#roots].filter(([, { commands }]) => commands === true).map(([name]) => name);
  }

  /** What of the host's own stands below a root. */
  #closedBelow(hostPath: string, { access = "write" }: RootRegistration): readonly string[] {
    const own = this.#ownFolder === undefined ? [] : [this.#ownFolder];
    const places = [...own, ...(access === "write" ? this.#protected : [])].map((path) => folderBelow(path, hostPath) ?? []);
    return places.filter((names) => names.length > 0).map((names) => `/${names.join("/")}`);
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
