import { AmbitError, type CallGrant, type Preopen } from "@ambit/api-types";
import { realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { Bind, ConfinedSpec } from "../confine/confined-child.ts";
import type { ResolvedProgram } from "./resolve-program.ts";

/** What the judge granted for a command. */
export type CommandGrant = Extract<CallGrant, { readonly kind: "command" }>;

/** What a command may see and use. */
export interface CommandSurroundings {
  /** The folders that the plugin declared and was granted. */
  readonly preopens: readonly Preopen[];
  /** The gate to the network that was granted; none where absent. */
  readonly network?: { readonly socketPath: string };
}

const SYSTEM = "/usr/";
const OWN_PROGRAMS = "/opt/program";
const MEBIBYTE = 1024 * 1024;
const LIMITS = { processes: 64, memoryMb: 512, tempBytes: 64 * MEBIBYTE };

/**
 * The confined child that a command is.
 *
 * @throws AmbitError `PERMISSION_DENIED` where a folder is not inside its root any more.
 */
export function commandSpec(grant: CommandGrant, program: ResolvedProgram, surroundings: CommandSurroundings): ConfinedSpec {
  const binds = surroundings.preopens.toSorted((left, right) => left.guestPath.length - right.guestPath.length).flatMap(preopenBind);
  const isSystem = program.path.startsWith(SYSTEM) && program.realPath.startsWith(SYSTEM);
  const guestProgram = isSystem ? program.path : join(OWN_PROGRAMS, grant.program);
  return {
    program: guestProgram,
    args: grant.args,
    environment: grant.environment,
    binds: isSystem ? binds : [...binds, { hostPath: program.realPath, guestPath: guestProgram, access: "read" }],
    // A path that leads out of the view leads nowhere; absent, the fresh private folder.
    ...(grant.folder !== undefined && { folder: join("/", grant.folder.root, ...grant.folder.components) }),
    ...(surroundings.network !== undefined && { network: surroundings.network }),
    limits: LIMITS,
  };
}

/** The folder itself, its links followed, and only where they lead to something below its root. Git's own names are fenced off from writing alone. */
function preopenBind({ guestPath, hostPath, path, access, fenced }: Preopen): Bind[] {
  let root: string;
  let real: string;
  try {
    root = realpathSync(hostPath);
    real = realpathSync(join(root, ...path));
  } catch {
    // Not there: the command finds nothing in its place.
    return [];
  }
  if (real !== root && !real.startsWith(root === sep ? sep : root + sep)) throw new AmbitError("PERMISSION_DENIED", "A folder of the command is not inside its root any more.");
  return [{ hostPath: real, guestPath, access, fenced: belowPath(fenced, path) }];
}

/** Fences are told from the root; a bind of a folder below it needs them from there. */
function belowPath(fenced: readonly string[], path: readonly string[]): readonly string[] {
  return fenced.flatMap((fence) => {
    const parts = fence.split("/").filter((part) => part !== "");
    if (parts.length === 1) return [fence];
    return path.every((part, at) => parts[at]?.toLowerCase() === part.toLowerCase()) ? [parts.slice(path.length).join("/")] : [];
  });
}
