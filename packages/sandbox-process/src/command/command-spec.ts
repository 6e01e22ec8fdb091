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
/** The first process of the namespace and the program: it can start neither process nor thread. */
const ALONE = 2;

/**
 * The confined child that a command is.
 *
 * @throws AmbitError `PERMISSION_DENIED` where a folder leads out of its root, `FILE_NOT_FOUND` where the command's own is not there.
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
    // Absent: the fresh private folder.
    ...(grant.folder !== undefined && { folder: workingFolder(grant.folder, surroundings.preopens) }),
    ...(surroundings.network !== undefined && grant.alone === undefined && { network: surroundings.network }),
    limits: grant.alone === undefined ? LIMITS : { ...LIMITS, processes: ALONE },
  };
}

/** The folder itself, its links followed. One that is not there is left out: the command finds nothing in its place. */
function preopenBind({ guestPath, hostPath, path, access, fenced }: Preopen): Bind[] {
  const real = realInside(hostPath, path);
  return real === undefined ? [] : [{ hostPath: real, guestPath, access, fenced: belowPath(fenced, path) }];
}

/** The working directory in the child's view; it must be inside its root also once links are followed. */
function workingFolder({ root, components }: NonNullable<CommandGrant["folder"]>, preopens: readonly Preopen[]): string {
  const guestPath = join("/", root, ...components);
  const preopen = preopens.find((each) => guestPath === each.guestPath || guestPath.startsWith(`${each.guestPath}/`));
  if (preopen === undefined || realInside(preopen.hostPath, components) === undefined) throw new AmbitError("FILE_NOT_FOUND", "The command's folder is not there.");
  return guestPath;
}

function realInside(hostPath: string, path: readonly string[]): string | undefined {
  let root: string;
  let real: string;
  try {
    root = realpathSync(hostPath);
    real = realpathSync(join(root, ...path));
  } catch {
    return undefined;
  }
  if (real !== root && !real.startsWith(root === sep ? sep : root + sep)) throw new AmbitError("PERMISSION_DENIED", "A folder of the command leads out of its root.");
  return real;
}

/** Fences are told from the root; a bind of a folder below it needs them from there. */
function belowPath(fenced: readonly string[], path: readonly string[]): readonly string[] {
  return fenced.flatMap((fence) => {
    const parts = fence.split("/").filter((part) => part !== "");
    if (parts.length === 1) return [fence];
    return path.every((part, at) => parts[at]?.toLowerCase() === part.toLowerCase()) ? [parts.slice(path.length).join("/")] : [];
  });
}
