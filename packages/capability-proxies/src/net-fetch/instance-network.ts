import type { SecureContext } from "node:tls";
import { type AddressRule, AmbitError, type ProxyInstance } from "@ambit/api-types";
import { Agent, type Dispatcher } from "undici";
import type { AddressJudge } from "./address-judge.ts";
import { type AnswerEnd, AnswerEnds } from "./answer-ends.ts";
import { NameLookup, type ResolveName } from "./name-lookup.ts";
import { pinnedConnector } from "./pinned-connector.ts";
import type { Route } from "./route.ts";

/** What all instances' networks are made from; none of it holds a connection, a session or a looked-up name. */
export interface NetworkParts {
  readonly judge: AddressJudge;
  readonly resolve: ResolveName;
  readonly trusted: SecureContext;
  readonly route: Route;
}

/** Connections that one instance may have to one server. */
const connectionsPerServer = 8;

/** Most bytes of an answer's headers. */
const headerBytes = 64 * 1024;

/**
 * The connections of one plugin instance. Nothing of it is shared with another plugin, and connections made under one address
 * rule serve no call under another: a server on the local network that an account opened stays closed to a public rule.
 */
export class InstanceNetwork {
  readonly #parts: NetworkParts;
  readonly #names: NameLookup;
  readonly #timeoutMs: number;
  readonly #agents = new Map<AddressRule, Agent>();
  readonly #ends = new AnswerEnds();
  #closed = false;

  constructor(parts: NetworkParts, instance: ProxyInstance) {
    this.#parts = parts;
    // Longer than any call: the call's own deadline ends it first, and gives its connection up.
    this.#timeoutMs = (instance.policy.limits.fetchSeconds + 1) * 1000;
    this.#names = new NameLookup(parts.resolve, parts.judge, this.#timeoutMs);
  }

  /** The connections for one call under an address rule; `end` is told how its answer ends. */
  dispatcherFor(rule: AddressRule, end: AnswerEnd): Dispatcher {
    if (this.#closed) throw new AmbitError("INSTANCE_STOPPED", "The instance ended before the call began.");
    return this.#agentFor(rule).compose(this.#ends.watch(end));
  }

  /** Ends every connection at once; calls under way end with them. */
  async destroy(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
    this.#agents.clear();
  }

  #agentFor(rule: AddressRule): Agent {
    const known = this.#agents.get(rule);
    if (known !== undefined) return known;
    const made = this.#makeAgent(rule);
    this.#agents.set(rule, made);
    return made;
  }

  #makeAgent(rule: AddressRule): Agent {
    return new Agent({
      connect: pinnedConnector({ ...this.#parts, rule, names: this.#names, timeoutMs: this.#timeoutMs, onConnection: (socket) => this.#ends.attach(socket) }),
      connections: connectionsPerServer,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: headerBytes,
      // One deadline covers the whole call; idle times need none of their own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}
