import type { FileRule, PermissionPolicy, Preopen } from "@ambit/api-types";

/** Where one root is on this host, for one plugin. */
export interface RootMount {
  /** Absolute folder. */
  readonly hostPath: string;
  /** Names fenced off below it. */
  readonly fenced?: readonly string[];
}

/**
 * The folders that a WASI guest sees: one per file rule, `/<root>` or `/<root>/<path>`. A granted root without a mount
 * is left out, so the guest finds nothing there. Git's configuration is kept from being written by whoever opens the
 * folder, as the judge keeps it from `fs/write`.
 */
export function buildPreopens(policy: PermissionPolicy, roots: Readonly<Record<string, RootMount>>): readonly Preopen[] {
  return policy.files.flatMap((rule) => {
    const mount = Object.hasOwn(roots, rule.root) ? roots[rule.root] : undefined;
    return mount === undefined ? [] : [preopen(rule, mount)];
  });
}

function preopen(rule: FileRule, mount: RootMount): Preopen {
  return {
    guestPath: `/${[rule.root, ...rule.path].join("/")}`,
    hostPath: mount.hostPath,
    path: rule.path,
    access: rule.access,
    fenced: mount.fenced ?? [],
  };
}
