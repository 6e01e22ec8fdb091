import { type CapabilityProxy, SOCKETS_AT_ONCE } from "@ambit/api-types";
import { InstanceNetwork, type NetworkParts } from "./connection/instance-network.ts";
import { netFetchProxy } from "./net-fetch/net-fetch-proxy.ts";
import { netStreamProxies } from "./net-stream/net-stream-proxies.ts";
import { streamTables } from "./net-stream/stream-tables.ts";
import { type Handled, HandleTable } from "./proxy/handle-table.ts";
import { InstanceStates } from "./proxy/instance-states.ts";
import { tcpProxies } from "./tcp/tcp-proxies.ts";
import { webSocketProxies } from "./web-socket/web-socket-proxies.ts";

/**
 * The proxies of all calls that connect: each instance has one network, which all of them dial with, and one table of
 * sockets, in which WebSockets and raw ones count together.
 */
export function networkProxies(parts: NetworkParts): readonly CapabilityProxy[] {
  const networks = new InstanceStates((instance) => new InstanceNetwork(parts, instance));
  const sockets = new InstanceStates((): HandleTable<Handled> => new HandleTable({ most: SOCKETS_AT_ONCE, limit: "sockets", plural: "sockets" }));
  const streams = streamTables();
  // The one that gives the connections up comes last, so that what is open on them has ended in its own words by then.
  return [...netStreamProxies(networks, streams), ...webSocketProxies(networks, sockets), ...tcpProxies(networks, sockets), netFetchProxy(networks, streams)];
}
