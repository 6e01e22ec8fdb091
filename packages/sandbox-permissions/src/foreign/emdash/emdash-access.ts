import { capabilityTerms } from "../../policy/host-terms.ts";
import type { JsonNode } from "../../manifest/json-node.ts";
import { nearestWord } from "../../manifest/did-you-mean.ts";
import { NetworkEntries, plainHost } from "../carry-network.ts";
import type { ForeignContext, TargetManifest } from "../foreign-reading.ts";
import { makeList, makeNode } from "../make-node.ts";
import type { SourceObject, SourceValue } from "../source-value.ts";
import { capabilityAt, emdashCapabilityNames, presentName, REQUEST, UNRESTRICTED } from "./capability-names.ts";

/** What an EmDash manifest asks for, of either of its forms: capabilities with the values that ask for them, and hosts. */
interface Access {
  readonly capabilities: Map<string, SourceValue>;
  hosts: readonly SourceValue[];
}

/** Converts the access that a manifest declares: `declaredAccess` where it is there, else `capabilities` and `allowedHosts`. */
export function convertAccess(source: SourceObject, target: TargetManifest, context: ForeignContext): void {
  const declared = source.take("declaredAccess");
  const [capabilities, hosts] = [source.take("capabilities"), source.take("allowedHosts")];
  const flat = flatAccess(capabilities, hosts);
  const access = declared === undefined ? flat : structuredAccess(declared);
  if (declared !== undefined) tellDrift(flat, access);
  const network = networkOf(access, capabilities, hosts);
  const offset = source.value.node.offset;
  network.put(target, offset);
  // The network's capabilities open nothing here beside the hosts, so that a host which has no such capability runs the plugin as well.
  const kept = [...access.capabilities].filter(([name]) => (name !== REQUEST && name !== UNRESTRICTED) || hasCapability(context, name));
  if (kept.length > 0) target.ask("capabilities", makeList(kept.map(([name, value]): JsonNode => makeNode(name, value.node.offset)), offset));
}

function hasCapability({ host }: ForeignContext, name: string): boolean {
  return host !== undefined && capabilityTerms(host, name) !== undefined;
}

function flatAccess(capabilities: SourceValue | undefined, hosts: SourceValue | undefined): Access {
  const found = new Map<string, SourceValue>();
  for (const item of capabilities?.items() ?? []) {
    const name = item.text();
    if (name === undefined) continue;
    const present = presentName(name);
    if (present === undefined) {
      const near = nearestWord(name, emdashCapabilityNames);
      item.fault(`${JSON.stringify(name)} is no capability of EmDash${near === undefined ? "" : `: did you mean "${near}"?`}`);
      continue;
    }
    if (present !== name) item.lost(`${JSON.stringify(name)} is an earlier name: it is read as ${JSON.stringify(present)}`);
    if (!found.has(present)) found.set(present, item);
  }
  return { capabilities: found, hosts: hosts?.items() ?? [] };
}

/** Reads `declaredAccess`. An operation with a constraint that is not understood is left out: without it, it would be wider. */
function structuredAccess(declared: SourceValue): Access {
  const access: Access = { capabilities: new Map(), hosts: [] };
  for (const [category, value] of declared.object()?.takeRest() ?? []) {
    for (const [operation, constraints] of value.object()?.takeRest() ?? []) addOperation(access, category, operation, constraints);
  }
  return access;
}

function addOperation(access: Access, category: string, operation: string, value: SourceValue): void {
  const sugar = value.node.kind === "scalar" && value.node.value === true;
  const constraints = sugar ? undefined : value.object();
  if (!sugar && constraints === undefined) return;
  const isNetwork = category === "network" && operation === "request";
  const hosts = isNetwork ? constraints?.take("allowedHosts") : undefined;
  const unknown = constraints?.takeRest() ?? [];
  for (const [key, inner] of unknown) inner.lost(`the constraint "${key}" is not known here: ${category}.${operation} is left out`);
  if (unknown.length > 0) return;
  const name = isNetwork ? (hosts === undefined ? UNRESTRICTED : REQUEST) : capabilityAt(category, operation);
  if (name === undefined) return value.fault(`${category}.${operation} is no access of EmDash's`);
  access.capabilities.set(name, value);
  if (hosts !== undefined) access.hosts = hosts.items();
}

/** What the flat list names and the structured form does not give is not asked for: the structured form is the one that counts. */
function tellDrift(flat: Access, access: Access): void {
  for (const [name, value] of flat.capabilities) {
    if (!access.capabilities.has(name) && !impliedBy(name, access)) value.lost(`"declaredAccess" does not give ${name}: it is left out`);
  }
}

function impliedBy(name: string, { capabilities }: Access): boolean {
  if (name === REQUEST) return capabilities.has(UNRESTRICTED);
  return name.endsWith(":read") && capabilities.has(name.replace(/:read$/, ":write"));
}

function networkOf({ capabilities, hosts }: Access, flat: SourceValue | undefined, list: SourceValue | undefined): NetworkEntries {
  const network = new NetworkEntries();
  const unrestricted = capabilities.get(UNRESTRICTED);
  const request = capabilities.get(REQUEST);
  if (unrestricted !== undefined && hosts.length > 0) list?.fault(`must be empty where ${UNRESTRICTED} is asked for`);
  else if (unrestricted !== undefined) network.add("*", unrestricted);
  else if (request === undefined && hosts.length > 0) (list ?? flat)?.lost(`is left out: hosts are reached by ${REQUEST}, which is not asked for`);
  else if (request !== undefined && hosts.length === 0) request.lost("reaches nothing, since no host is allowed");
  else for (const host of hosts) addHost(host, network);
  return network;
}

/** An exact host stays exact. */
function addHost(item: SourceValue, network: NetworkEntries): void {
  const host = plainHost(item);
  if (host === undefined) return;
  const added = network.add(host, item);
  if (added && host.startsWith("*.")) item.lost(`${JSON.stringify(host)} does not reach ${host.slice(2)} itself here`);
}
