import { AmbitError, type JsonValue, type SandboxExit, type SandboxUsage, fromErrorReply, parseBoundedJson } from "@ambit/api-types";

const KINDS: readonly SandboxExit["kind"][] = ["disposed", "ended", "killed", "crashed"];

/** Reads why an instance ended, as its process tells it. */
export function readExit(text: string): SandboxExit {
  const { kind, error } = fieldsOf(text);
  const known = KINDS.find((each) => each === kind);
  if (known === undefined) throw new AmbitError("GUEST_PROTOCOL", "The plugin's process told of an end that is none.");
  // The host ends an instance itself, and would know.
  if (known === "disposed") return { kind: "crashed", error: new AmbitError("INSTANCE_STOPPED", "The plugin's process ended its instance.") };
  return { kind: known, error: fromErrorReply(error, "GUEST_TRAPPED") };
}

/** Reads what an instance has used, as its process tells it; what is no number is nothing. */
export function readUsage(text: string): SandboxUsage {
  const { cpuMillis, memoryBytes } = fieldsOf(text);
  return { cpuMillis: numberOf(cpuMillis), memoryBytes: numberOf(memoryBytes), calls: 0 };
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}

function fieldsOf(text: string): Readonly<Record<string, JsonValue>> {
  const value = parseBoundedJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, JsonValue>>) : {};
}
