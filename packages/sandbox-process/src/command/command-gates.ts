import type { CommandSurroundings, PermissionPolicy } from "@ambit/api-types";
import { policyConnectJudge } from "../gate-proxy/connect-judge.ts";
import { type GateProxy, openGateProxy } from "../gate-proxy/gate-proxy.ts";
import { resolveName } from "../provider/egress/resolve-name.ts";

/** What a gate is told of whoever is behind it. */
export type GateSurroundings = Omit<CommandSurroundings, "preopens">;

/** The gates to the network of instances whose commands may have one: opened at the first command, closed with the instance. */
export class CommandGates {
  readonly #gates = new Map<string, GateProxy>();

  /** The gate of an instance; undefined where its plugin was granted no network. */
  open(instanceId: string, policy: PermissionPolicy, surroundings: GateSurroundings): GateProxy | undefined {
    if (policy.network.length === 0) return undefined;
    const gate = this.#gates.get(instanceId) ?? start(policy, surroundings);
    this.#gates.set(instanceId, gate);
    return gate;
  }

  close(instanceId: string): void {
    this.#gates.get(instanceId)?.close();
    this.#gates.delete(instanceId);
  }
}

function start(policy: PermissionPolicy, surroundings: GateSurroundings): GateProxy {
  const judge = policyConnectJudge(policy, surroundings.facts, surroundings.resolveName ?? resolveName);
  return openGateProxy({ judge, onRecord: surroundings.onConnection });
}
