import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { DataEncoding, FileReadResult } from "./file-calls.ts";
import type { EmptyResult } from "./kv-calls.ts";
import { dataEncoding } from "./request-fields.ts";
import { type WaitingReadParams, waitingReadFields } from "./waiting-read.ts";
import type { SocketSendResult } from "./web-socket-calls.ts";

/** Names a process. */
export interface ProcessHandle {
  readonly process: number;
}
/** Parameters of `proc/spawn`. */
export interface ProcSpawnParams {
  /** The words of a declared command, the program's name first. Nothing of them goes through a shell. */
  readonly argv: readonly string[];
  /** Variables on top of the environment that the host builds: how a program writes for people, never what it runs. */
  readonly env?: Readonly<Record<string, string>>;
  /** A root that the application registered for commands, or a path below one; a fresh empty folder where absent. */
  readonly dir?: string;
}
/** Parameters of `proc/read`. */
export type ProcReadParams = ProcessHandle & WaitingReadParams;
/** Answer of `proc/read`: what one of its streams brought, or its end. */
export interface ProcReadResult extends FileReadResult {
  /** `none`: nothing came while it waited, or it has ended. */
  readonly stream: "stdout" | "stderr" | "none";
  /** It has ended and nothing follows: the handle is gone. */
  readonly done: boolean;
  /** How it ended: by itself, or because it was stopped; or its program was never begun. */
  readonly ended?: "itself" | "stopped" | "time" | "setup";
  /** Exit code of the program where it ended by itself: 128 and the signal where one ended it. */
  readonly exitCode?: number;
}
/** Parameters of `proc/write`. */
export interface ProcWriteParams extends ProcessHandle {
  /** For its standard input; at most 256 KiB. */
  readonly data: string;
  /** Form of `data`; default `utf8`. */
  readonly encoding?: DataEncoding;
  /** Nothing follows: its standard input ends. */
  readonly end?: boolean;
}

const process = z.int().min(1);
const handle = { kind: "handle", opener: "proc/spawn" } as const;

/** `proc/spawn` */
export const procSpawn: CallDefinition<ProcSpawnParams, ProcessHandle> = defineCall({
  method: "proc/spawn",
  summary: "Starts a declared command in a process that sees what was granted and nothing else.",
  params: z.strictObject({
    argv: z.array(z.string()),
    env: z.record(z.string(), z.string()).exactOptional(),
    dir: z.string().max(4096).exactOptional(),
  }),
  result: z.strictObject({ process }),
  needs: { kind: "commands" },
  limits: ["processes"],
  target: "program",
  errors: ["PERMISSION_DENIED", "FILE_NOT_FOUND", "BACKEND_UNAVAILABLE"],
  writes: true,
  example: { argv: ["git", "status", "--short"] },
});

/** `proc/read` */
export const procRead: CallDefinition<ProcReadParams, ProcReadResult> = defineCall({
  method: "proc/read",
  summary: "Takes what a command printed, and waits a while where nothing is there yet. What is not taken, the command waits to print.",
  params: z.strictObject({ process, ...waitingReadFields }) as unknown as z.ZodType<ProcReadParams>,
  result: z.strictObject({
    stream: z.enum(["stdout", "stderr", "none"]),
    data: z.string(),
    encoding: dataEncoding,
    done: z.boolean(),
    ended: z.enum(["itself", "stopped", "time", "setup"]).exactOptional(),
    exitCode: z.int().exactOptional(),
  }),
  needs: handle,
  limits: ["credit"],
  target: "none",
  errors: ["UNKNOWN_HANDLE"],
  writes: false,
  example: { process: 1 },
});

/** `proc/write` */
export const procWrite: CallDefinition<ProcWriteParams, SocketSendResult> = defineCall({
  method: "proc/write",
  summary: "Writes to a command's standard input; refused while too much waits for it to read.",
  params: z.strictObject({ process, data: z.string(), encoding: dataEncoding.exactOptional(), end: z.boolean().exactOptional() }) as z.ZodType<ProcWriteParams>,
  result: z.strictObject({ waiting: z.int().min(0) }),
  needs: handle,
  limits: ["credit"],
  target: "none",
  errors: ["UNKNOWN_HANDLE"],
  writes: true,
  example: { process: 1, data: "", end: true },
});

/** `proc/kill` */
export const procKill: CallDefinition<ProcessHandle, EmptyResult> = defineCall({
  method: "proc/kill",
  summary: "Ends a command and everything that it started; answers when nothing of it is left.",
  params: z.strictObject({ process }),
  result: z.strictObject({}) as z.ZodType<EmptyResult>,
  needs: handle,
  limits: [],
  target: "none",
  errors: ["UNKNOWN_HANDLE"],
  writes: false,
  example: { process: 1 },
});
