import type { CapabilityProxy } from "@ambit/api-types";
import { InstanceNetwork, type NetworkParts } from "./connection/instance-network.ts";
import { netFetchProxy } from "./net-fetch/net-fetch-proxy.ts";
import { netStreamProxies } from "./net-stream/net-stream-proxies.ts";
import { InstanceStates } from "./proxy/instance-states.ts";

/** The proxies of all calls that connect: each instance has one network, which all of them dial with. */
export function networkProxies(parts: NetworkParts): readonly CapabilityProxy[] {
  const networks = new InstanceStates((instance) => new InstanceNetwork(parts, instance));
  return [netFetchProxy(networks), ...netStreamProxies(networks)];
}
