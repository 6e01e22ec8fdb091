import type { FileRule, PermissionPolicy, Preopen } from "@ambit/api-types";
import { writeFences } from "../files/fence.ts";

/** Where one root is on this host, for one plugin. */
export interface RootMount {
  /** Absolute folder. */
  readonly hostPath: string;
  /** Names fenced off below it. */
  readonly fenced?: readonly string[];
}

/**
 * The folders that a WASI guest sees: one per file rule, `/<root>` or `/<root>/<path>`. A granted root without a mount
 * is left out, so the guest finds nothing there. What is opened for writing has git's configuration fenced off, as
 * `fs/write` refuses to write it.
 */
export function buildPreopens(policy: PermissionPolicy, roots: Readonly<Record<string, RootMount>>): readonly Preopen[] {
  return policy.files.flatMap((rule) => {
    const mount = Object.hasOwn(roots, rule.root) ? roots[rule.root] : undefined;
    return mount === undefined ? [] : [preopen(rule, mount)];
  });
}

function preopen(rule: FileRule, mount: RootMount): Preopen {
  const fenced = mount.fenced ?? [];
  return {
    guestPath: `/${[rule.root, ...rule.path].join("/")}`,
    hostPath: mount.hostPath,
    path: rule.path,
    access: rule.access,
    fenced: rule.access === "write" ? [...new Set([...fenced, ...writeFences])] : fenced,
  };
}
