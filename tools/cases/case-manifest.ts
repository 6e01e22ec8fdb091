import { defaultCeilings } from "@ambit/api-types";
import type { HostTerms, ManifestReading } from "@ambit/sandbox-permissions";
import { readManifest } from "@ambit/sandbox-permissions";

/** The host that cases are judged on: the roots, ceilings and capabilities that the rules name. */
export const caseHost: HostTerms = {
  roots: {
    workspace: { access: "write" },
    project: { access: "write" },
    agent: { access: "write" },
    agentRepo: { access: "write" },
    agentHome: { access: "write", sensitive: true },
  },
  ceilings: defaultCeilings,
  capabilities: {
    "content:read": {},
    "content:write": { implies: ["content:read"] },
    "media:read": {},
    "media:write": { implies: ["media:read"] },
    "users:read": {},
    "email:send": {},
    "network:request": {},
    "network:request:unrestricted": { implies: ["network:request"] },
  },
};

/** What every manifest must have and no case is about. */
const REQUIRED: Readonly<Record<string, unknown>> = { id: "case", version: "1.0.0", publisher: "Cases", api: 1, run: { js: "run.js" } };

/** Reads a case's manifest, which leaves out what it is not about; its `name` is what this host calls `displayName`. */
export function readCaseManifest(partial: Readonly<Record<string, unknown>>, publisher?: string): ManifestReading {
  const { name, ...rest } = partial;
  const whole = { ...REQUIRED, ...rest, ...(name !== undefined && { displayName: name }), ...(publisher !== undefined && { publisher }) };
  return readManifest(JSON.stringify(whole), "ambit-plugin.json", caseHost);
}

/** Reads a manifest that a case gives as text: what is required is put in behind its first brace where it is not there. */
export function readCaseText(text: string | Uint8Array): ManifestReading {
  const latin = typeof text === "string" ? text : Buffer.from(text).toString("latin1");
  const brace = latin.indexOf("{");
  const missing = Object.entries(REQUIRED).filter(([key]) => !latin.includes(`"${key}"`));
  const head = missing.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",");
  const isEmpty = /^\s*\}/.test(latin.slice(brace + 1));
  const completed = brace === -1 ? latin : `${latin.slice(0, brace + 1)}${head}${head === "" || isEmpty ? "" : ","}${latin.slice(brace + 1)}`;
  return readManifest(typeof text === "string" ? completed : Buffer.from(completed, "latin1"), "ambit-plugin.json", caseHost);
}
