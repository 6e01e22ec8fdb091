import { AmbitError, type ProxyInstance } from "@ambit/api-types";
import { type DirectoryHandle, openRoot, type RootAccess } from "@ambit/directory-handles";
import type { ProxyServices, RootMount } from "../proxy-services.ts";

interface HeldRoot {
  readonly handle: DirectoryHandle;
  readonly mount: RootMount;
}

/**
 * The roots one instance has used, each held open by its directory, so that what is put in a root's place later is not taken
 * for it. Where the host says of a root is asked at each call: a new fence holds from the next call on.
 */
export class InstanceRoots {
  readonly #instance: ProxyInstance;
  readonly #mountOf: ProxyServices["mountOf"];
  readonly #held = new Map<string, HeldRoot>();

  constructor(instance: ProxyInstance, mountOf: ProxyServices["mountOf"]) {
    this.#instance = instance;
    this.#mountOf = mountOf;
  }

  /**
   * The root, open for reading or for writing.
   *
   * @throws AmbitError `FILE_FAILED` where the host has no such root or cannot confine it.
   */
  open(root: string, access: RootAccess): DirectoryHandle {
    const key = `${access}:${root}`;
    const mount = this.#mountOf(this.#instance, root);
    const held = this.#held.get(key);
    if (held !== undefined && mount !== undefined && isSame(held.mount, mount)) return held.handle;
    held?.handle.close();
    this.#held.delete(key);
    if (mount === undefined) throw new AmbitError("FILE_FAILED", "The host has no such root for this plugin.", { target: root });
    // Names that configure git are closed for writing: commands may run in a root, and git runs programs that they name.
    const handle = openRoot(mount.hostPath, { access, fenced: mount.fenced, protectGit: true });
    this.#held.set(key, { handle, mount: { hostPath: mount.hostPath, fenced: [...mount.fenced] } });
    return handle;
  }

  close(): void {
    for (const { handle } of this.#held.values()) handle.close();
    this.#held.clear();
  }
}

function isSame(a: RootMount, b: RootMount): boolean {
  return a.hostPath === b.hostPath && a.fenced.length === b.fenced.length && a.fenced.every((name, index) => name === b.fenced[index]);
}
