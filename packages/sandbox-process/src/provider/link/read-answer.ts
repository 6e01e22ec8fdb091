import { z } from "zod";
import type { ExecAnswer, Failure, ReadAnswer, StatAnswer, TreeAnswer, UsageAnswer } from "../supervisor/requests.ts";

// A supervisor runs beside commands that may do to it what they like: nothing of it is taken as it is.

/** Schemas of a supervisor's answers, by what was asked. */
export const answerSchemas: {
  readonly exec: z.ZodType<ExecAnswer>;
  readonly read: z.ZodType<ReadAnswer>;
  readonly written: z.ZodType<unknown>;
  readonly stat: z.ZodType<StatAnswer>;
  readonly tree: z.ZodType<TreeAnswer>;
  readonly usage: z.ZodType<UsageAnswer>;
} = {
  exec: z.object({ exitCode: z.int().min(0).max(255).nullable(), truncated: z.boolean(), timedOut: z.boolean(), clean: z.boolean() }),
  read: z.object({ found: z.boolean(), truncated: z.boolean() }),
  written: z.object({}),
  stat: z.object({ kind: z.enum(["file", "directory", "other"]), size: z.number().min(0), modifiedAt: z.number() }).nullable(),
  tree: z.object({ clean: z.boolean() }),
  usage: z.object({ bytes: z.number().min(0) }),
};

const failure: z.ZodType<Failure> = z.object({ reason: z.enum(["files", "full", "command"]), message: z.string().max(500) });

/** Reads a failure; one that is malformed is one without words. */
export function readFailure(value: unknown): Failure {
  const read = failure.safeParse(value);
  return read.success ? read.data : { reason: "command", message: "The supervisor failed." };
}
