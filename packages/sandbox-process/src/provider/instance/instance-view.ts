import type { SandboxLimits } from "@ambit/api-types";
import type { ConfinedSpec } from "../../confine/confined-child.ts";
import type { ChildNetwork } from "../../gate-proxy/child-network.ts";
import { findSystemProgram } from "../../confine/system-programs.ts";
import type { MountedRoots } from "../file-system/local-file-systems.ts";
import { partPrefix } from "./part-prefix.ts";
import { PROGRAM_FILE } from "../program/supervisor-program.ts";
import type { SupervisorTerms } from "../supervisor/requests.ts";

const FOLDER = "/run/sandbox";
const NODE = `${FOLDER}/node`;
const PROGRAM = `${FOLDER}/supervisor`;
const MEBIBYTE = 1024 * 1024;
/** What the supervisor and, with network, the relay are made of, beside the commands. */
const OWN_PROCESSES = 32;
/** Shared memory of an instance, which is no file of the file system. */
const SHARED_BYTES = 16 * MEBIBYTE;
const OPEN_FILES = 4096;

/** The variable that tells the processes of one instance from all others of the machine. */
export const INSTANCE_VARIABLE = "AMBIT_SANDBOX";

/** What an instance is made of, beside its limits. */
export interface InstanceParts {
  readonly id: string;
  readonly roots: MountedRoots;
  /** Folder of the host with the supervisor. */
  readonly program: string;
  /** Processes and threads of commands at once. */
  readonly processes: number;
  readonly fileWatches: boolean;
  /** Whether the limit of processors is left out, since its integrator takes an instance without it. */
  readonly anyCpu: boolean;
  readonly network: ChildNetwork | undefined;
}

/** The confined child that is an instance. */
export function instanceView(limits: SandboxLimits, parts: InstanceParts): ConfinedSpec {
  const terms: SupervisorTerms = { prlimit: findSystemProgram("prlimit") ?? "prlimit", mkfifo: findSystemProgram("mkfifo") ?? "mkfifo", partPrefix: partPrefix(parts.id) };
  return {
    program: NODE,
    // Without its compiler it takes a tenth of the address space, and holds no memory that can be written and run.
    args: ["--jitless", "--disable-sigusr1", "--no-warnings", `${PROGRAM}/${PROGRAM_FILE}`, JSON.stringify(terms)],
    environment: { HOME: "/tmp", TMPDIR: "/tmp", [INSTANCE_VARIABLE]: parts.id },
    binds: [
      { hostPath: process.execPath, guestPath: NODE, access: "read" },
      { hostPath: parts.program, guestPath: PROGRAM, access: "read" },
      { hostPath: parts.roots.workspace, guestPath: "/workspace", access: "write" },
      { hostPath: parts.roots.skills, guestPath: "/skills", access: "write" },
      { hostPath: parts.roots.temp, guestPath: "/temp", access: "write" },
    ],
    folder: "/workspace",
    ...(parts.network !== undefined && { network: parts.network }),
    fileWatches: parts.fileWatches,
    // What it sees is its own: nobody of the host listens there.
    localSockets: true,
    limits: {
      processes: parts.processes + OWN_PROCESSES,
      memoryMb: limits.memoryMb,
      tempBytes: SHARED_BYTES,
      fileBytes: limits.diskMb * MEBIBYTE,
      openFiles: OPEN_FILES,
      ...(!parts.anyCpu && { cpus: limits.cpu }),
    },
  };
}
