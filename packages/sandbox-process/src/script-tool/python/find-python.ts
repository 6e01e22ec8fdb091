import { AmbitError } from "@ambit/api-types";
import { execFile } from "node:child_process";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import type { ScriptRuntime } from "../script-runtime.ts";

/** An interpreter of the host, as a confined child sees it. */
export interface Python extends ScriptRuntime {
  /** Tells it from another one: version and place. */
  readonly identity: string;
}

const GUEST_PREFIX = "/opt/python";
const SYSTEM_PREFIX = "/usr";
const OWN_MEMORY_MB = 32;
const FIND_MILLIS = 20_000;
/** What a virtual environment was made from counts, not the environment: a plugin has its own. */
const QUESTION = "import json, os, sys; print(json.dumps([os.path.realpath(getattr(sys, '_base_executable', None) or sys.executable), os.path.realpath(sys.base_prefix), sys.version]))";

/**
 * Finds the interpreter that a command starts.
 *
 * @param command a path, or a name on the host's search path; the operator's choice.
 * @throws AmbitError `BACKEND_UNAVAILABLE` where it cannot be used.
 */
export async function findPython(command = "python3"): Promise<Python> {
  const { PATH = "/usr/bin:/bin", HOME = "/" } = process.env;
  const answer = await promisify(execFile)(command, ["-c", QUESTION], { timeout: FIND_MILLIS, env: { PATH, HOME } }).catch((cause: unknown) => {
    throw new AmbitError("BACKEND_UNAVAILABLE", "There is no Python here: install it (apt-get install python3), or name its path in the host's configuration.", { cause });
  });
  const [executable, prefix, version] = JSON.parse(answer.stdout) as [string, string, string];
  const inside = relative(prefix, executable);
  if (inside.startsWith("..")) throw new AmbitError("BACKEND_UNAVAILABLE", "The interpreter is not in the folder of its library: name another one in the host's configuration.");
  const isSystem = prefix === SYSTEM_PREFIX;
  return {
    program: isSystem ? executable : join(GUEST_PREFIX, inside),
    args: [],
    // Elsewhere than on the host, so that no path of the host is shown; an interpreter finds its library from where it is.
    binds: isSystem ? [] : [{ hostPath: prefix, guestPath: GUEST_PREFIX, access: "read" }],
    environment: { PYTHONDONTWRITEBYTECODE: "1", PYTHONNOUSERSITE: "1" },
    libraryFolders: isSystem ? [] : [join(GUEST_PREFIX, "lib")],
    ownMemoryMb: OWN_MEMORY_MB,
    reservedMb: 0,
    identity: `${version} ${executable} ${process.arch}`,
  };
}
