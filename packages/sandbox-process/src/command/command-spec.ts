import { AmbitError, type CommandGrant, type Preopen } from "@ambit/api-types";
import { join } from "node:path";
import { preopenBind, realInside } from "../confine/preopen-bind.ts";
import type { ChildNetwork } from "../gate-proxy/child-network.ts";
import type { ConfinedSpec } from "../confine/confined-child.ts";
import type { ResolvedProgram } from "./resolve-program.ts";

/** What a command may see and reach. */
export interface CommandView {
  readonly preopens: readonly Preopen[];
  /** The gate to the network that was granted; none where absent. */
  readonly network: ChildNetwork | undefined;
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
 * @throws AmbitError `PERMISSION_DENIED` where a folder leads out of its root or into what is fenced off, `FILE_NOT_FOUND` where the command's own is not there.
 */
export function commandSpec(grant: CommandGrant, program: ResolvedProgram, view: CommandView): ConfinedSpec {
  const binds = view.preopens.toSorted((left, right) => left.guestPath.length - right.guestPath.length).flatMap((preopen) => preopenBind(preopen, preopen.guestPath) ?? []);
  const isSystem = program.path.startsWith(SYSTEM) && program.realPath.startsWith(SYSTEM);
  const guestProgram = isSystem ? program.path : join(OWN_PROGRAMS, grant.program);
  return {
    program: guestProgram,
    args: grant.args,
    environment: grant.environment,
    binds: isSystem ? binds : [...binds, { hostPath: program.realPath, guestPath: guestProgram, access: "read" }],
    // Absent: the fresh private folder.
    ...(grant.folder !== undefined && { folder: workingFolder(grant.folder, view.preopens) }),
    ...(view.network !== undefined && { network: view.network }),
    limits: grant.alone === undefined ? LIMITS : { ...LIMITS, processes: ALONE },
  };
}

/** The working directory in the child's view; it must be inside its root also once links are followed. */
function workingFolder({ root, components }: NonNullable<CommandGrant["folder"]>, preopens: readonly Preopen[]): string {
  const guestPath = join("/", root, ...components);
  const preopen = preopens.find((each) => guestPath === each.guestPath || guestPath.startsWith(`${each.guestPath}/`));
  if (preopen === undefined || realInside(preopen.hostPath, components, preopen.fenced) === undefined) throw new AmbitError("FILE_NOT_FOUND", "The command's folder is not there.");
  return guestPath;
}
