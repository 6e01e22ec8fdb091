import { AmbitError, type ErrorCode } from "@ambit/api-types";

/** What the command's exit code means. */
export const exitCodes: Readonly<Record<"done" | "failed" | "usage" | "cannot", number>> = {
  /** The command did what was asked. */
  done: 0,
  /** The plugin was refused, failed, or passed a limit; the error says which. */
  failed: 1,
  /** The command line or a file named on it is wrong. */
  usage: 2,
  /** This machine cannot do it: a backend or a folder is missing. */
  cannot: 3,
};

const usageCodes: ReadonlySet<ErrorCode> = new Set(["MANIFEST_INVALID", "BUNDLE_INVALID", "TOOL_UNKNOWN", "HOST_CONFIG_INVALID", "INVALID_PARAMS"]);
const cannotCodes: ReadonlySet<ErrorCode> = new Set(["BACKEND_UNAVAILABLE", "LIMIT_UNSUPPORTED", "ROOT_UNKNOWN", "STORE_FAILED"]);

/** The exit code for what a command threw. */
export function exitCodeOf(error: unknown): number {
  if (!AmbitError.isInstance(error)) return exitCodes.cannot;
  if (usageCodes.has(error.code)) return exitCodes.usage;
  return cannotCodes.has(error.code) ? exitCodes.cannot : exitCodes.failed;
}
