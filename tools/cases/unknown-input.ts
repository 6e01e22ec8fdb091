import { raceChanges } from "./adapters/tree-changes.ts";
import type { CaseRow } from "./case-row.ts";

/** Members of `input` that the adapter of a kind understands. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  net: ["allow", "url", "resolved", "lookups", "cname", "op", "accounts", "otherAccounts", "shared", "proxy", "noProxy", "otherShared", "headers", "method", "body", "requests", "keepAlive", "open", "response", "limits", "env", "hostEnv", "ttl", "assert_"],
  fs: ["roots", "grant", "root", "op", "path", "data", "platform", "setup", "race", "fenced", "harness", "limits", "assert_"],
  command: ["allow", "argv", "env", "dir", "setup", "which", "hostEnv", "hostPath", "gitconfig", "running", "platform", "assert_"],
  manifest: ["json", "manifest", "old", "new", "publisher", "granted", "installed", "newDigest"],
  archive: ["format", "entries", "assert_"],
  journal: ["call", "secrets", "must_contain", "must_not_contain"],
};

/** Members of parts of `input`, by the kind and the part's name. */
const PARTS: Readonly<Record<string, readonly string[]>> = { "fs race": ["after", ...raceChanges], "net limits": ["fetchBytes", "fetchSeconds"] };

/** What of a case nobody here understands, and passes over; whoever reads the results is told. */
export function unknownInput({ kind, input }: CaseRow): string | undefined {
  const known = FIELDS[kind];
  if (known === undefined) return undefined;
  const field = Object.keys(input).find((key) => key !== "kind" && !known.includes(key));
  if (field !== undefined) return field;
  for (const [part, value] of Object.entries(input)) {
    const inner = PARTS[`${kind} ${part}`];
    const unknown = inner === undefined || typeof value !== "object" || value === null ? undefined : Object.keys(value).find((key) => !inner.includes(key));
    if (unknown !== undefined) return `${part}.${unknown}`;
  }
  return undefined;
}
