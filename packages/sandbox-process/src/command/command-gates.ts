import type { CommandSurroundings, PermissionPolicy } from "@ambit/api-types";
import { policyConnectJudge } from "../gate-proxy/connect-judge.ts";
import { type GateProxy, openGateProxy } from "../gate-proxy/gate-proxy.ts";
import type { SocketOwner } from "../gate-proxy/gate-socket.ts";
import { resolveName } from "../provider/egress/resolve-name.ts";

/** What a gate is told of whoever is behind it. */
export type GateSurroundings = Omit<CommandSurroundings, "preopens">;

/** The gates to the network of instances whose commands may have one: opened at the first command, closed with the instance. */
export class CommandGates {
  readonly #owner: SocketOwner | undefined;
  readonly #gates = new Map<string, Promise<GateProxy>>();

  constructor(owner: SocketOwner | undefined) {
    this.#owner = owner;
  }

  /** The gate of an instance; undefined where its plugin was granted no network. */
  async open(instanceId: string, policy: PermissionPolicy, surroundings: GateSurroundings): Promise<GateProxy | undefined> {
    if (policy.network.length === 0) return undefined;
    const opening = this.#gates.get(instanceId) ?? this.#start(policy, surroundings);
    this.#gates.set(instanceId, opening);
    return opening;
  }

  async close(instanceId: string): Promise<void> {
    const opening = this.#gates.get(instanceId);
    this.#gates.delete(instanceId);
    await (await opening?.catch(() => undefined))?.close();
  }

  #start(policy: PermissionPolicy, surroundings: GateSurroundings): Promise<GateProxy> {
    const judge = policyConnectJudge(policy, surroundings.facts, surroundings.resolveName ?? resolveName);
    return openGateProxy({ judge, onRecord: surroundings.onConnection, ...(this.#owner !== undefined && { owner: this.#owner }) });
  }
}
