import type { BackendSupport } from "@ambit/api-types";
import type { FixturePlugin } from "../fixture-plugin.ts";
import type { Stage } from "./stage.ts";

/** Registers one test with whatever runs them: `test` of vitest or of `node:test` fits. */
export type RegisterTest = (name: string, run: () => Promise<void>) => void;

/** What a case is run on: one backend's claims and one form of the fixture plugin. */
export interface Subject {
  readonly supports: BackendSupport;
  readonly fixture: FixturePlugin;
}

/** The parts of the contract; each has cases of its own. */
export type ConformanceGroup =
  | "lifecycle"
  | "calls"
  | "errors"
  | "host calls"
  | "application calls"
  | "state"
  | "concurrency"
  | "limits"
  | "messages"
  | "isolation"
  | "preopens"
  | "notifications"
  | "hooks and routes"
  | "cancellation"
  | "usage"
  | "refusals"
  | "endless code"
  | "costly code"
  | "deep code"
  | "shifting code"
  | "spoiled built-ins"
  | "close";

/** One sentence of the contract, tried on a real instance. */
export interface ConformanceCase {
  readonly group: ConformanceGroup;
  /** The sentence, as it stands in the test report. */
  readonly name: string;
  /**
   * Which subjects the sentence is about; absent where it is about all. It reads what the backend claims and what the
   * fixture's form can express, and for what is not supported another case of the group tests the refusal.
   */
  readonly about?: (subject: Subject) => boolean;
  readonly run: (stage: Stage) => Promise<void>;
}

/** Gives cases their group, so that a group's file names it once. */
export function casesOf(group: ConformanceGroup, cases: readonly Omit<ConformanceCase, "group">[]): readonly ConformanceCase[] {
  return cases.map((one) => ({ group, ...one }));
}
