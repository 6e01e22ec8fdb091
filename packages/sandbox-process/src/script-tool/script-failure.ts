import type { AnyLimitName, ErrorCode, Limits, ScriptAnswer } from "@ambit/api-types";
import type { ConfinedOutcome } from "../confine/run-confined.ts";

/** What a script that failed gives. */
export interface ScriptFailure {
  readonly text: string;
  readonly failure: NonNullable<ScriptAnswer["failure"]>;
}

/** Said to whoever gave up. */
export const STOPPED = "Stopped by the user.";

/** Appended where not all output was kept. */
export const CUT = "\n…(output cut: it was too long)";

/** A failure in words, and its code. */
export function scriptFailure(text: string, code: ErrorCode = "GUEST_ERROR", limit?: AnyLimitName): ScriptFailure {
  return { text, failure: { code, ...(limit !== undefined && { limit }) } };
}

/** What went wrong with a process of a plugin's; undefined where nothing did. `name`: what people know it by. */
export function failureOf(name: string, limits: Limits, outcome: ConfinedOutcome): ScriptFailure | undefined {
  if (outcome.ended === "stopped") return scriptFailure(STOPPED, "CALL_CANCELLED");
  if (outcome.ended === "time") return scriptFailure(`${name} took longer than ${limits.scriptSeconds} seconds and was stopped.`, "LIMIT_EXCEEDED", "scriptSeconds");
  if (outcome.ended === "setup") return scriptFailure(`${name} couldn't run: the sandbox couldn't start.`, "BACKEND_UNAVAILABLE");
  if (outcome.exitCode === 0) return undefined;
  const output = [outcome.stdout, outcome.stderr].map((bytes) => bytes.toString().trim()).filter((text) => text !== "");
  return scriptFailure(`${name} ran into a problem:\n${output.join("\n")}${outcome.truncated ? CUT : ""}`);
}
