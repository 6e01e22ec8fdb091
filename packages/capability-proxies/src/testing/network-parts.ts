import { judgeAddress } from "@ambit/sandbox-permissions";
import type { NetworkParts } from "../connection/instance-network.ts";
import { resolveBySystem } from "../connection/name-lookup.ts";
import { trustRoots } from "../connection/trusted-roots.ts";
import { ProxyTermsReader } from "../http-proxy/current-terms.ts";

/** What networks are made from, for a test that puts one together itself. */
export function testNetworkParts(parts: Partial<NetworkParts> = {}): NetworkParts {
  return { judge: judgeAddress, resolve: resolveBySystem, trusted: trustRoots([]), terms: new ProxyTermsReader(undefined), sharedPorts: () => [], route: () => undefined, ...parts };
}
