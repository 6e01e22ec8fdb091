import type { NetworkRule } from "@ambit/api-types";
import { readEntryHost } from "./entry-host.ts";
import { HTTPS_PORT } from "./network-rule-text.ts";

/** The rule that an entry of `permissions.network` stands for, or what is wrong with it (a phrase that follows the entry). */
export type NetworkEntry = { readonly ok: true; readonly rule: NetworkRule } | { readonly ok: false; readonly message: string };

const refused = (message: string): NetworkEntry => ({ ok: false, message });

/** Reads one entry of `permissions.network`. */
export function parseNetworkEntry(text: string): NetworkEntry {
  if (text === "*") return { ok: true, rule: { kind: "any" } };
  if (text === "{account}") return { ok: true, rule: { kind: "account" } };
  if (text === "local:shared") return { ok: true, rule: { kind: "shared" } };
  if (text.startsWith("tcp:")) return parseTcp(text.slice(4));
  const fault = formFault(text);
  return fault === undefined ? parseHost(text) : refused(fault);
}

function formFault(text: string): string | undefined {
  if (text.includes("{") || text.includes("}")) return "is no known placeholder: {account} is the only one";
  if (/^local:/i.test(text)) return "is not known: local:shared is the only local entry";
  if (text.includes("@")) return "must not hold user info";
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return "must not hold a scheme: write the host alone";
  if (/[/\\?#]/.test(text)) return "must not hold a path, a query or a mask: write the host alone";
  return undefined;
}

function parseHost(text: string): NetworkEntry {
  const starred = text.startsWith("*.");
  const { host: hostText, port } = splitPort(starred ? text.slice(2) : text);
  if (port === undefined) return refused("has a port outside 1 to 65535");
  const read = readEntryHost(hostText, starred);
  if (!read.ok) return read;
  return { ok: true, rule: { kind: starred ? "subdomains" : "host", host: read.host, port } };
}

function parseTcp(text: string): NetworkEntry {
  const fault = formFault(text);
  if (fault !== undefined) return refused(fault);
  if (!/:[^:]*$/.test(text)) return refused("must name host and port, as in tcp:db.example.dev:5432");
  const { host: hostText, port } = splitPort(text);
  if (port === undefined) return refused("has a port outside 1 to 65535");
  const read = readEntryHost(hostText, false);
  return read.ok ? { ok: true, rule: { kind: "tcp", host: read.host, port } } : read;
}

/** Splits at the only colon; text with more of them is an address, which the host's reader refuses. */
function splitPort(text: string): { host: string; port: number | undefined } {
  const colon = text.indexOf(":");
  if (colon === -1 || text.includes(":", colon + 1)) return { host: text, port: HTTPS_PORT };
  const digits = text.slice(colon + 1);
  const port = Number(digits);
  const valid = /^[1-9]\d{0,4}$/.test(digits) && port <= 65_535;
  return { host: text.slice(0, colon), port: valid ? port : undefined };
}
