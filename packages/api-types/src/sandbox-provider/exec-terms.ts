import { z } from "zod";
import { sandboxTagSchema } from "./sandbox-names.ts";

/** Who runs a command. For audit and attribution alone: a provider may record it, and decides nothing by it. */
export interface SandboxActor {
  readonly accountId: string;
  readonly conversationId: string;
}

/** One command, without its signal. */
export interface ExecTerms {
  /** A line for `/bin/sh`. */
  readonly command: string;
  /** Working directory; `/workspace` where absent. */
  readonly cwd?: string;
  /** Variables on top of the sandbox's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Wall time, milliseconds. */
  readonly timeoutMs: number;
  /** Bytes kept of stdout and stderr together; the rest is dropped, and the command goes on. */
  readonly maxOutputBytes: number;
  /** Tag of the holder, so that `killTagged` finds the command. */
  readonly tag: string;
  readonly actor: SandboxActor;
}

/** One command as `exec` takes it. */
export interface ExecArgs extends ExecTerms {
  readonly signal: AbortSignal;
}

/** How a command ended. */
export interface ExecResult {
  /** Null where it was ended at its time limit (`timedOut`) or by its signal (not `timedOut`). 128 and the signal's number where it was killed otherwise. */
  readonly exitCode: number | null;
  /** What was kept, read as UTF-8; malformed bytes become U+FFFD. */
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output was dropped. */
  readonly truncated: boolean;
  /** Whether the time limit ended it. */
  readonly timedOut: boolean;
}

const COMMAND_CHARACTERS = 96 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
const text = z.string().refine((value) => !value.includes("\0"), "must hold no NUL");

/** Schema of {@link ExecTerms}: what every provider takes, and no more. */
export const execTermsSchema: z.ZodType<ExecTerms> = z.strictObject({
  command: text.min(1).max(COMMAND_CHARACTERS),
  cwd: text.startsWith("/").max(4096).exactOptional(),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,255}$/, "must be a variable's name"), text.max(32_768)).exactOptional(),
  timeoutMs: z.int().min(1).max(DAY_MS),
  maxOutputBytes: z.int().min(0).max(MOST_OUTPUT_BYTES),
  tag: sandboxTagSchema,
  actor: z.strictObject({ accountId: z.string().max(256), conversationId: z.string().max(256) }),
}) as z.ZodType<ExecTerms>;
