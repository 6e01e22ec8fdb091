import type { JsonObject, JudgeFacts } from "@ambit/api-types";
import type { CaseRow } from "../case-row.ts";
import { plainFacts } from "./case-policy.ts";
import { type NetOp, opOf } from "./net-op.ts";

/** Parameters of the call that a case makes, or of one that it says was made before. */
export function paramsOf({ input }: CaseRow, op: NetOp = opOf(input["op"])): JsonObject {
  const { url, method, headers, body } = input;
  if (op === "tcp") return socketParams(String(url));
  return { url: url as string, ...(method !== undefined && { method: method as string }), ...(headers !== undefined && { headers: pairsOf(headers) }), ...(typeof body === "string" && { body }) };
}

/** The URL of a call made before, for another kind of connection to the same place. */
export function paramsOfHeld({ input }: CaseRow, held: NetOp): JsonObject {
  const url = String(input["url"]);
  if (held === "tcp") return socketParams(url);
  return { url: held === "ws" ? url.replace(/^http/, "ws") : url.replace(/^ws/, "http") };
}

/** A case writes headers as an object, with a list for several of one name, or as pairs. */
function pairsOf(headers: unknown): [string, string][] {
  const entries = Array.isArray(headers) ? (headers as readonly (readonly [string, unknown])[]) : Object.entries(headers as Readonly<Record<string, unknown>>);
  return entries.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each as string]));
}

function socketParams(url: string): JsonObject {
  const [, host = "", port = ""] = /^(?:tcp:)?(?:\/\/)?(.*?):(\d+)\/?$/.exec(url) ?? ["", url];
  return { host, port: Number(port || 0) };
}

/** What the host of a case knows of accounts and of servers that it started for the plugin. */
export function factsOf({ input }: CaseRow): JudgeFacts {
  const accounts = listOf(input["accounts"]).map((account) => (typeof account === "object" && account !== null ? String(Object.values(account)[0]) : String(account)));
  const shared = listOf(input["shared"]).map(Number);
  return { ...plainFacts, accounts: () => accounts, sharedPorts: () => shared };
}

/** A list that a case may write as its one member, or as a text with commas. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return typeof value === "string" ? value.split(",").map((each) => each.trim()) : [value].flat();
}
