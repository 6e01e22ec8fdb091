import { AmbitError, type GuestInit, type Preopen } from "@ambit/api-types/guest";
import { type DirectoryHandle, openRoot } from "@ambit/directory-handles";
import type { Preview1Preopen } from "../preview1/host/preview1-host.ts";

/** The folders a guest starts with, and their owner. */
export interface OpenPreopens {
  readonly preopens: readonly Preview1Preopen[];
  /** Closes every folder and all that was opened below. */
  close(): void;
}

/**
 * Opens the folders that the policy allows, as directory handles that make no file larger than its limits allow.
 *
 * @throws AmbitError `SAND_WASM_PREOPEN_DENIED` when one cannot be opened or confined; none stays open then.
 */
export function openPreopens({ preopens: wanted, policy }: Pick<GuestInit, "preopens" | "policy">): OpenPreopens {
  const roots: DirectoryHandle[] = [];
  const close = (): void => {
    for (const root of roots) root.close();
  };
  try {
    const preopens = wanted.map((preopen) => {
      const root = openHostRoot(preopen, policy.limits.fileBytes);
      roots.push(root);
      return { guestPath: preopen.guestPath, directory: openInside(root, preopen) };
    });
    return { preopens, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

function openHostRoot(preopen: Preopen, maxFileBytes: number): DirectoryHandle {
  try {
    // A folder for reading takes no write of any name; without a guard over names its look-ups are faster.
    return openRoot(preopen.hostPath, { access: preopen.access, fenced: preopen.fenced, protectGit: preopen.access === "write", maxFileBytes });
  } catch (thrown) {
    throw denied(preopen, thrown);
  }
}

function openInside(root: DirectoryHandle, preopen: Preopen): DirectoryHandle {
  if (preopen.path.length === 0) return root;
  const inner = root.openDirectory(preopen.path);
  if (inner.ok) return inner.value;
  throw denied(preopen);
}

function denied(preopen: Preopen, cause?: unknown): AmbitError {
  const reason = AmbitError.isInstance(cause) ? cause.message : "The folder is not there, or is no folder.";
  return new AmbitError("SAND_WASM_PREOPEN_DENIED", `${preopen.guestPath} cannot be opened for ${preopen.access === "write" ? "writing" : "reading"}. ${reason}`, {
    target: preopen.guestPath,
    ...(cause !== undefined && { cause }),
  });
}
