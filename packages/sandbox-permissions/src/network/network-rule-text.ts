import type { NetworkRule } from "@ambit/api-types";

/** The port of https, which entries and URLs leave out. */
export const HTTPS_PORT = 443;

/** A rule as a manifest would write it, in its one canonical form; `*.example.dev:8443` for example. */
export function networkRuleText(rule: NetworkRule): string {
  switch (rule.kind) {
    case "host":
      return withPort(rule.host, rule.port);
    case "subdomains":
      return withPort(`*.${rule.host}`, rule.port);
    case "tcp":
      return `tcp:${rule.host}:${rule.port}`;
    case "account":
      return "{account}";
    case "shared":
      return "local:shared";
    case "any":
      return "*";
  }
}

function withPort(host: string, port: number): string {
  return port === HTTPS_PORT ? host : `${host}:${port}`;
}
