import { AmbitError } from "@ambit/api-types";
import { fstatSync, lstatSync, readlinkSync, realpathSync, type BigIntStats } from "node:fs";
import { NameGuard } from "../names/name-guard.ts";
import { chooseMechanism } from "../probe/choose-mechanism.ts";
import { heldPath, nameDirectory } from "../proc/open-flags.ts";
import { ProcDirectory } from "../proc/proc-directory.ts";
import { VerifiedDirectory } from "../verified/verified-directory.ts";
import type { DirectoryHandle, MechanismName, RootAccess } from "./directory-handle.ts";
import { HandleOwner } from "./handle-owner.ts";
import { hold, letGo } from "./loose.ts";
import { SharedRoot } from "./shared-root.ts";

/** Most handles open below one root when the caller says nothing. */
export const defaultMaxOpen = 1024;

/** How a root is opened. */
export interface RootOptions {
  readonly access: RootAccess;
  /**
   * Names closed for everything: without a `/` at every depth, with one (a leading one too) as a path from the root.
   * Compared in NFC, case-folded, component by component.
   */
  readonly fenced?: readonly string[];
  /** Close names that configure git for writing. Wanted wherever a command may run in the root. Default false. */
  readonly protectGit?: boolean;
  /** Most handles open at once below the root. Default 1024. */
  readonly maxOpen?: number;
  /** Most bytes that a file below it is made to have; what is larger already can be read, and written within. No bound when absent. */
  readonly maxFileBytes?: number;
  /** Asks for a mechanism instead of the best one this system has. */
  readonly mechanism?: MechanismName;
}

/**
 * Opens a directory of the host as a root: its links are resolved now, once, and it is held from here on, whatever is put in
 * its place. The caller closes it, and with it everything opened below.
 * 
 * @throws AmbitError `FILE_FAILED` when it is no directory, can't be opened, or can't be confined as asked. The message holds no path.
 */
export function openRoot(hostPath: string, options: RootOptions): DirectoryHandle {
  const mechanism = options.mechanism ?? chooseMechanism();
  if (mechanism === "proc-self-fd" && chooseMechanism() !== "proc-self-fd") throw unavailable("walking from held directories needs Linux with /proc mounted");
  if (mechanism === "verified-open" && options.access === "write") throw unavailable("writing needs Linux with /proc mounted: grant the root for reading");
  const guard = new NameGuard(options.fenced ?? [], options.protectGit ?? false);
  const shared = new SharedRoot(options.access, guard, new HandleOwner(options.maxOpen ?? defaultMaxOpen), options.maxFileBytes);
  const { path, identity } = canonicalRoot(hostPath);
  if (mechanism === "verified-open") return new VerifiedDirectory(shared, path, [], identity, true);
  return new ProcDirectory(shared, holdRoot(shared, path, identity), [], true);
}

function canonicalRoot(hostPath: string): { path: string; identity: BigIntStats } {
  try {
    const path = realpathSync.native(hostPath);
    const identity = lstatSync(path, { bigint: true });
    if (!identity.isDirectory()) throw unavailable("it is not a directory");
    return { path, identity };
  } catch (thrown) {
    throw AmbitError.isInstance(thrown) ? thrown : unavailable("it can't be found", thrown);
  }
}

function holdRoot(shared: SharedRoot, path: string, identity: BigIntStats): number {
  let descriptor: number;
  try {
    descriptor = hold(shared, path, nameDirectory);
  } catch (thrown) {
    throw unavailable("it can't be opened", thrown);
  }
  const held = fstatSync(descriptor, { bigint: true });
  if (held.ino === identity.ino && held.dev === identity.dev && readlinkSync(heldPath(descriptor)) === path) return descriptor;
  letGo(shared);
  throw unavailable("it was replaced while it was being opened");
}

function unavailable(reason: string, cause?: unknown): AmbitError {
  return new AmbitError("FILE_FAILED", `The root is not available: ${reason}.`, cause === undefined ? {} : { cause });
}
