import type { NetworkRule, PermissionPolicy } from "@ambit/api-types";

/** A policy's network rules arranged for look-up: what one judgement costs does not grow with their number. */
export interface NetworkIndex {
  /** Ports of each host named exactly. */
  readonly hosts: ReadonlyMap<string, ReadonlySet<number>>;
  /** Ports of each host whose subdomains are named. */
  readonly subdomains: ReadonlyMap<string, ReadonlySet<number>>;
  /** `host:port` of each raw socket. */
  readonly sockets: ReadonlySet<string>;
  readonly account: boolean;
  readonly shared: boolean;
  readonly any: boolean;
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

/** Arranges rules that belong to no policy. */
export function buildIndex(rules: readonly NetworkRule[]): NetworkIndex {
  const hosts = new Map<string, Set<number>>();
  const subdomains = new Map<string, Set<number>>();
  const sockets = new Set<string>();
  for (const rule of rules) {
    if (rule.kind === "host") addPort(hosts, rule.host, rule.port);
    else if (rule.kind === "subdomains") addPort(subdomains, rule.host, rule.port);
    else if (rule.kind === "tcp") sockets.add(`${rule.host}:${rule.port}`);
  }
  const has = (kind: NetworkRule["kind"]): boolean => rules.some((rule) => rule.kind === kind);
  return { hosts, subdomains, sockets, account: has("account"), shared: has("shared"), any: has("any") };
}

function addPort(map: Map<string, Set<number>>, host: string, port: number): void {
  const ports = map.get(host);
  if (ports === undefined) map.set(host, new Set([port]));
  else ports.add(port);
}
