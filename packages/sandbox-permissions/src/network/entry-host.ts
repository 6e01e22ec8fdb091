import { domainToUnicode } from "node:url";
import { isIP } from "node:net";
import { hasPublicTop, isAddressLiteral, isStrictHost } from "./host-name.ts";
import { isLocalName, isMetadataName } from "./local-names.ts";
import { hostLookAlike } from "./look-alike.ts";
import { isRegistrySuffix, isSharedSuffix } from "./public-suffix.ts";

/** A host of a manifest in canonical form (lower case, IDNA, no trailing dot), or why it is none. */
export type EntryHost = { readonly ok: true; readonly host: string } | { readonly ok: false; readonly message: string };

const refused = (message: string): EntryHost => ({ ok: false, message });

/** Reads the host part of an entry. `starred`: it stands behind `*.`. */
export function readEntryHost(text: string, starred: boolean): EntryHost {
  const fault = spellingFault(text);
  if (fault !== undefined) return refused(fault);
  const host = canonicalHost(text);
  if (host === undefined) return refused("is not a host name in its plain form");
  if (isAddressLiteral(host)) return refused(LITERAL);
  const meaning = meaningFault(host, starred);
  return meaning === undefined ? { ok: true, host } : refused(meaning);
}

const LITERAL = "is an address: name a host instead (a person can type an address for an account, see {account})";

function spellingFault(text: string): string | undefined {
  if (text === "") return "names no host";
  if (isIP(text) !== 0 || text.includes("[") || text.includes(":")) return LITERAL;
  if (text.includes("*")) return "may have a * only as its whole first label, as in *.example.dev";
  if (text.startsWith(".") || text.endsWith(".")) return "must not begin or end with a dot";
  if (text.includes("..")) return "has an empty label";
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return "must not hold spaces, control or invisible characters";
  return undefined;
}

/**
 * The host as the URL parser would dial it. The parser decodes, maps and drops characters silently; an entry that it
 * changes in more than letter case and Unicode encoding is refused, so that what a person reads is what is allowed.
 */
function canonicalHost(text: string): string | undefined {
  const url = URL.parse(`https://${text}/`);
  if (url === null || url.href !== `https://${url.hostname}/`) return undefined;
  if (isAddressLiteral(url.hostname)) return url.hostname;
  if (!isStrictHost(url.hostname)) return undefined;
  const written = text.toLowerCase().normalize("NFC").split(".");
  const dialled = url.hostname.split(".");
  const same = written.length === dialled.length && written.every((label, at) => label === dialled[at] || label === domainToUnicode(dialled[at] ?? ""));
  return same ? url.hostname : undefined;
}

function meaningFault(host: string, starred: boolean): string | undefined {
  if (isLocalName(host)) return "is a local name: a plugin reaches local servers only through {account} or local:shared";
  if (isMetadataName(host)) return "is the name of a cloud's metadata service";
  if (!host.includes(".") && !starred) return "is a single label: name a full host such as api.example.dev";
  if (host.includes(".") && !hasPublicTop(host)) return "does not end in a top-level domain";
  if (starred && isSharedSuffix(host)) return "stands for the names of strangers: what follows *. is a public suffix";
  if (isRegistrySuffix(host)) return "is a public suffix: name a host below it";
  const lookAlike = hostLookAlike(host);
  return lookAlike === undefined ? undefined : `${lookAlike}: it could be taken for another host`;
}
