import { AmbitError, type ExecTerms, type SandboxLimits, execTermsSchema, isSandboxPath, sandboxLimitsSchema, sandboxNameSchema, sandboxTagSchema } from "@ambit/api-types";
import { z } from "zod";
import { checkAllowHosts } from "./egress/egress-judge.ts";

const MOST_TAGS = 1000;
const tagsSchema = z.array(sandboxTagSchema).max(MOST_TAGS);

/** @throws AmbitError `INVALID_PARAMS`, as all of these. */
export function checkName(name: string): void {
  check("name", sandboxNameSchema, name);
}

/** Checks limits, the hosts among them. */
export function checkLimits(limits: SandboxLimits): void {
  check("limits", sandboxLimitsSchema, limits);
  checkAllowHosts(limits);
}

/** Checks a command. */
export function checkExecTerms(terms: ExecTerms): void {
  check("exec", execTermsSchema, terms);
}

/** Checks tags. */
export function checkTags(tags: readonly string[]): void {
  check("tags", tagsSchema, tags);
}

/** Checks a path inside a sandbox. */
export function checkPath(path: string): void {
  if (!isSandboxPath(path)) throw new AmbitError("INVALID_PARAMS", "path: must be absolute and hold no NUL.");
}

function check(what: string, schema: z.ZodType, value: unknown): void {
  const read = schema.safeParse(value);
  if (read.success) return;
  const [issue] = read.error.issues;
  throw new AmbitError("INVALID_PARAMS", `${[what, ...(issue?.path ?? [])].join(".")}: ${issue?.message ?? "is wrong"}.`);
}
