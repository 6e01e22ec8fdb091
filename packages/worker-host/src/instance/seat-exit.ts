import { AmbitError, type SandboxExit, fromErrorReply } from "@ambit/api-types";
import type { WorkerNote } from "../channel/frames.ts";
import type { SeatEnd } from "../placement/placement.ts";

/** The exit of a guest whose seat died by itself. */
export function crashExit(end: SeatEnd, memoryMb: number, output: string): SandboxExit {
  if (end.evicted === true) return { kind: "evicted", error: new AmbitError("INSTANCE_STOPPED", "The plugin's thread was ended for another plugin's sake; it may be started again at once.") };
  if (isOutOfMemory(end.error)) {
    const error = new AmbitError("LIMIT_EXCEEDED", `The plugin used more than its ${memoryMb} MiB of memory.`, { limit: "memoryMb", cause: end.error });
    return { kind: "killed", error };
  }
  const cause = end.error ?? (output === "" ? undefined : new Error(output));
  return { kind: "crashed", error: new AmbitError("INSTANCE_STOPPED", "The plugin's worker ended unexpectedly.", { exitCode: end.exitCode, cause }) };
}

/** The exit of a guest whose engine says that it is over. */
export function failedExit(note: WorkerNote & { note: "failed" }): SandboxExit {
  const reply = fromErrorReply(note.error, "GUEST_TRAPPED");
  const error = new AmbitError(reply.code, reply.message, { ...reply.details, cause: new Error(note.detail) });
  if (error.code === "GUEST_EXITED") return { kind: "ended", error };
  return { kind: error.code === "LIMIT_EXCEEDED" ? "killed" : "crashed", error };
}

/** The exit of a guest that the host ended. */
export function killedExit(error: AmbitError): SandboxExit {
  return { kind: "killed", error };
}

/** The exit of a guest whose thread does not die: something native in it does not come back. */
export function stuckExit(cause: Error): SandboxExit {
  return { kind: "crashed", error: new AmbitError("INTERNAL_ERROR", "The plugin's worker could not be ended; it holds its memory until the host ends.", { cause }) };
}

function isOutOfMemory(error: unknown): boolean {
  return typeof error === "object" && error !== null && (error as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
}
