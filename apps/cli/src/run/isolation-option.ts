import { AmbitError, type IsolationKind } from "@ambit/api-types";
import { Option } from "commander";

/** `--isolation`: what is around a plugin's engine. */
export function isolationOption(): Option {
  return new Option("--isolation <kind>", "what is around its engine: thread, or process for a confined process of its own").default("thread" satisfies IsolationKind);
}

/**
 * Reads `--isolation`.
 *
 * @throws AmbitError `INVALID_PARAMS`.
 */
export function readIsolation(word: string): IsolationKind {
  if (word === "thread" || word === "process") return word;
  throw new AmbitError("INVALID_PARAMS", `--isolation is thread or process, not ${JSON.stringify(word.slice(0, 40))}.`);
}
