import type { NetworkRule, PermissionPolicy } from "@ambit/api-types";
import { AllowedBefore } from "./allowed-before.ts";
import { metadataNames } from "./local-names.ts";
import { HTTPS_PORT } from "./network-rule-text.ts";

/**
 * A policy's network rules arranged for look-up: what one judgement costs does not grow with their number. Hosts are
 * kept as a URL's `host` gives them: with their port, unless it is 443.
 */
export interface NetworkIndex {
  /** Hosts named exactly. */
  readonly hosts: ReadonlySet<string>;
  /** Hosts whose subdomains are named. */
  readonly subdomains: ReadonlySet<string>;
  /** Whether a name of a cloud's metadata service is among those subdomains. */
  readonly nearMetadata: boolean;
  /** Raw sockets. */
  readonly sockets: ReadonlySet<string>;
  readonly account: boolean;
  readonly shared: boolean;
  readonly any: boolean;
  /** What was allowed before. */
  readonly allowedBefore: AllowedBefore;
}

// Policies are frozen, so an index stays true as long as its policy lives.
const indexes = new WeakMap<PermissionPolicy, NetworkIndex>();

/** The index of a policy; made at its first use. */
export function networkIndex(policy: PermissionPolicy): NetworkIndex {
  const known = indexes.get(policy);
  if (known !== undefined) return known;
  const made = buildIndex(policy.network);
  indexes.set(policy, made);
  return made;
}

function buildIndex(rules: readonly NetworkRule[]): NetworkIndex {
  const starred = rules.filter((rule) => rule.kind === "subdomains");
  const has = (kind: NetworkRule["kind"]): boolean => rules.some((rule) => rule.kind === kind);
  return {
    hosts: new Set(rules.filter((rule) => rule.kind === "host").map(hostAndPort)),
    subdomains: new Set(starred.map(hostAndPort)),
    nearMetadata: starred.some((rule) => metadataNames.some((name) => name.endsWith(`.${rule.host}`))),
    sockets: new Set(rules.filter((rule) => rule.kind === "tcp").map(hostAndPort)),
    account: has("account"),
    shared: has("shared"),
    any: has("any"),
    allowedBefore: new AllowedBefore(),
  };
}

function hostAndPort(rule: { readonly host: string; readonly port: number }): string {
  return rule.port === HTTPS_PORT ? rule.host : `${rule.host}:${rule.port}`;
}
