import { AmbitError, type CallDefinition, type Capability, capabilityCallDefinition, type CapabilityProxy, defineCapability } from "@ambit/api-types";
import { type HostTerms, parseNetworkEntry } from "@ambit/sandbox-permissions";
import { CapabilityCallProxy } from "./capability-call-proxy.ts";

/** One call of the application's, as the gateway serves it. */
export interface RegisteredCall {
  readonly definition: CallDefinition;
  readonly proxy: CapabilityProxy;
}

/** Whether a plugin that was agreed to handles a hook. */
export type ProviderCheck = (hook: string) => Promise<boolean>;

/** The capabilities of one host: what the policy, the gateway and the consoles need to know of them. */
export class CapabilityRegistry {
  readonly #capabilities: ReadonlyMap<string, Capability>;
  readonly #calls = new Map<string, RegisteredCall>();
  readonly #isHandled: ProviderCheck;

  /** @throws AmbitError `HOST_CONFIG_INVALID` naming what is wrong with a capability, or what does not fit together. */
  constructor(capabilities: readonly Capability[] = [], isHandled: ProviderCheck = async () => false) {
    this.#isHandled = isHandled;
    const checked = capabilities.map(defineCapability);
    requireFit(checked);
    this.#capabilities = new Map(checked.map((capability) => [capability.id, capability]));
    for (const capability of checked) {
      const problem = capability.provider === undefined ? undefined : () => this.#problemOf(capability);
      for (const call of capability.calls ?? []) {
        const definition = capabilityCallDefinition(capability, call);
        this.#calls.set(call.method, { definition, proxy: new CapabilityCallProxy(call, definition, problem) });
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

  /** The names of the calls that come with some capabilities, or with none, and are on offer at the moment. */
  async callsOf(ids: readonly string[]): Promise<readonly string[]> {
    const basic = [...this.#capabilities.values()].flatMap((capability) => (capability.basic === true ? capability.id : []));
    const found = await this.#looked([...new Set([...basic, ...ids])]);
    return found.flatMap(({ capability, problem }) => (problem === undefined ? (capability.calls ?? []).map(({ method }) => method) : []));
  }

  /** Why some of these capabilities are on offer to nobody, in a sentence each. */
  async problemsOf(ids: readonly string[]): Promise<readonly string[]> {
    return (await this.#looked(ids)).flatMap(({ problem }) => problem ?? []);
  }

  #looked(ids: readonly string[]): Promise<readonly { readonly capability: Capability; readonly problem: string | undefined }[]> {
    const found = ids.flatMap((id) => this.#capabilities.get(id) ?? []);
    return Promise.all(found.map(async (capability) => ({ capability, problem: await this.#problemOf(capability) })));
  }

  async #problemOf({ id, provider }: Capability): Promise<string | undefined> {
    if (provider === undefined || (await this.#isHandled(provider))) return undefined;
    return `"${id}" is on offer once a plugin that was agreed to handles the hook "${provider}"; none does.`;
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
