import { AmbitError, type CallDefinition, type Capability, capabilityCallDefinition, type CapabilityProxy, defineCapability } from "@ambit/api-types";
import { type HostTerms, parseNetworkEntry } from "@ambit/sandbox-permissions";
import { CapabilityCallProxy } from "./capability-call-proxy.ts";

/** One call of the application's, as the gateway serves it. */
export interface RegisteredCall {
  readonly definition: CallDefinition;
  readonly proxy: CapabilityProxy;
}

/** The capabilities of one host: what the policy, the gateway and the consoles need to know of them. */
export class CapabilityRegistry {
  readonly #capabilities: ReadonlyMap<string, Capability>;
  readonly #calls = new Map<string, RegisteredCall>();

  /** @throws AmbitError `HOST_CONFIG_INVALID` naming what is wrong with a capability, or what does not fit together. */
  constructor(capabilities: readonly Capability[] = []) {
    const checked = capabilities.map(defineCapability);
    requireFit(checked);
    this.#capabilities = new Map(checked.map((capability) => [capability.id, capability]));
    for (const { id, calls = [] } of checked) {
      for (const call of calls) {
        const definition = capabilityCallDefinition(id, call);
        this.#calls.set(call.method, { definition, proxy: new CapabilityCallProxy(call, definition) });
      }
    }
  }

  /** What the policy and the install window work with. */
  terms(): NonNullable<HostTerms["capabilities"]> {
    return Object.fromEntries(this.#capabilities);
  }

  /** A call by its name; undefined where no capability has it. */
  find(method: string): RegisteredCall | undefined {
    return this.#calls.get(method);
  }

  /** The names of the calls that come with some capabilities. */
  callsOf(ids: readonly string[]): readonly string[] {
    return ids.flatMap((id) => (this.#capabilities.get(id)?.calls ?? []).map(({ method }) => method));
  }

  /** Lets go of everything held for an instance that ended. */
  release(instanceId: string): void {
    for (const { proxy } of this.#calls.values()) proxy.release?.(instanceId);
  }
}

function requireFit(capabilities: readonly Capability[]): void {
  const names = new Map<string, string>();
  const calls = new Map<string, string>();
  for (const { id, deprecatedIds = [], calls: own = [] } of capabilities) {
    for (const name of [id, ...deprecatedIds]) claim(names, name, id, "the name");
    for (const { method } of own) claim(calls, method, id, "the call");
  }
  const ids = new Set(capabilities.map(({ id }) => id));
  for (const { id, implies = [], opensNetwork = [] } of capabilities) {
    for (const entry of opensNetwork) requireNetworkEntry(id, entry);
    const missing = implies.find((implied) => !ids.has(implied));
    if (missing !== undefined) throw new AmbitError("HOST_CONFIG_INVALID", `The capability "${id}" implies "${missing}", which is no capability of this host.`);
  }
}

function requireNetworkEntry(id: string, entry: string): void {
  const read = parseNetworkEntry(entry);
  if (!read.ok) throw new AmbitError("HOST_CONFIG_INVALID", `The capability "${id}" cannot be taken: \`opensNetwork\`: "${entry}" ${read.message}.`);
}

function claim(owners: Map<string, string>, name: string, id: string, what: string): void {
  const owner = owners.get(name);
  if (owner !== undefined) throw new AmbitError("HOST_CONFIG_INVALID", `The capabilities "${owner}" and "${id}" both have ${what} "${name}".`);
  owners.set(name, id);
}
