import { AmbitError, type ErrorCode, type JsonObject } from "@ambit/api-types";
import type { TestHost } from "@ambit/test-host";
import { sampleArguments } from "./sample-arguments.ts";

/** How one try of a tool ended. */
export interface SmokeCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** `unsure`: it ended in an error that may be due to arguments that were made up, or to a world that a test does not have. */
  readonly outcome: "ok" | "failed" | "unsure";
  readonly ms: number;
  readonly code?: string;
  readonly message?: string;
  /** Calls of the host that were refused on the way, each as `method target`. */
  readonly refused: readonly string[];
}

/** Errors that say what the test's world lacks, and nothing of the plugin. */
const LACKING: readonly ErrorCode[] = ["FILE_NOT_FOUND", "NETWORK_FAILED", "SECRET_NOT_SET"];

/** Errors that arguments which were made up can rightly lead to. */
const OF_ARGUMENTS: readonly ErrorCode[] = ["INVALID_PARAMS", "GUEST_ERROR", "GUEST_EXITED", "REFUSED", "FILE_FAILED"];

/** Calls each tool once. */
export async function smokeCalls(host: TestHost): Promise<readonly SmokeCall[]> {
  const calls: SmokeCall[] = [];
  for (const tool of host.manifest.tools) calls.push(await smokeCall(host, tool));
  return calls;
}

async function smokeCall(host: TestHost, tool: TestHost["manifest"]["tools"][number]): Promise<SmokeCall> {
  const { args, isExample } = sampleArguments(tool);
  const seen = (await host.journal()).at(-1)?.seq ?? 0;
  const started = performance.now();
  const error = await host.call(tool.name, args).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const base = { tool: tool.name, arguments: args, ms: Math.round(performance.now() - started), refused: await refusals(host, seen) };
  if (error === undefined) return { ...base, outcome: "ok" };
  if (!AmbitError.isInstance(error)) throw error;
  // A script tells in its own words that it found no network; what became of its connections is in the journal.
  const lacks = LACKING.includes(error.code) || (error.code === "GUEST_ERROR" && (await connectionFailed(host, seen)));
  const isUnsure = lacks || (!isExample && OF_ARGUMENTS.includes(error.code));
  return { ...base, outcome: isUnsure ? "unsure" : "failed", code: error.code, message: error.message };
}

async function connectionFailed(host: TestHost, after: number): Promise<boolean> {
  const records = await host.journal({ outcome: "failed" });
  return records.some(({ seq, method, code }) => seq > after && method === "proc/connect" && code === "NETWORK_FAILED");
}

async function refusals(host: TestHost, after: number): Promise<readonly string[]> {
  const records = await host.journal({ outcome: "refused" });
  return records.filter(({ seq, method }) => seq > after && method !== "tool/call").map(({ method, target }) => `${method} ${target}`.trim());
}
