import { setImmediate } from "node:timers/promises";
import { AmbitError, type CapabilityProxy, type HeaderPair, type ProxyRequest } from "@ambit/api-types";
import type { Dispatcher } from "undici";
import { encodeData } from "../data/data-encoding.ts";
import { defineProxy, type TypedAnswer } from "../proxy/define-proxy.ts";
import { InstanceStates } from "../proxy/instance-states.ts";
import { CallClock } from "./call-clock.ts";
import { readContentEncoding } from "./content-decoder.ts";
import { type HttpRequest, httpRequest, type NetGrant } from "./http-request.ts";
import { InstanceNetwork, type NetworkParts } from "./instance-network.ts";
import { networkFailed, toNetworkError } from "./network-fault.ts";
import { readBody } from "./read-body.ts";

/**
 * The proxy of `net/fetch`: one HTTP request to the URL of the grant, on addresses judged where the socket is made. Redirects
 * come back as they are. One deadline (`fetchSeconds`) covers it all, and decoded bytes are counted as they come (`fetchBytes`).
 */
export function netFetchProxy(parts: NetworkParts): CapabilityProxy {
  const networks = new InstanceStates((instance) => new InstanceNetwork(parts, instance));
  return defineProxy(
    "net/fetch",
    (params, request) => {
      const grant = netGrant(request);
      return exchange(networks.of(request.instance), httpRequest(params, grant), params.encoding, request, grant);
    },
    async (instanceId) => networks.take(instanceId)?.destroy(),
  );
}

function netGrant(request: ProxyRequest): NetGrant {
  if (request.grant.kind === "net") return request.grant;
  throw new AmbitError("INTERNAL_ERROR", "A network call came with a grant that is not for the network.");
}

type Answer = TypedAnswer<"net/fetch">;

async function exchange(network: InstanceNetwork, http: HttpRequest, encoding: "utf8" | "base64" | undefined, request: ProxyRequest, grant: NetGrant): Promise<Answer> {
  const { fetchSeconds, fetchBytes } = request.instance.policy.limits;
  const clock = new CallClock(request.signal, fetchSeconds);
  try {
    const end = { overrun: false };
    const response = await network.dispatcherFor(grant.addresses, end).request({ ...http, signal: clock.signal });
    const bytes = await readResponse(response, fetchBytes);
    // One turn of the event loop: what follows the answer has been read by then, and the connection is free for the next call.
    await setImmediate();
    if (end.overrun) throw networkFailed("malformed");
    const { data, encoding: form } = encodeData(bytes, encoding);
    const result = { status: response.statusCode, statusText: response.statusText, headers: headerPairs(response), body: data, encoding: form };
    return { result, bytesIn: bytes.length, bytesOut: http.body?.length ?? 0 };
  } catch (error) {
    throw clock.error ?? toNetworkError(error);
  } finally {
    clock.stop();
  }
}

async function readResponse(response: Dispatcher.ResponseData, fetchBytes: number): Promise<Buffer> {
  // A body that breaks while nobody reads it must not end the host: whoever reads it is told all the same.
  response.body.on("error", () => undefined);
  try {
    const header = response.headers["content-encoding"];
    return await readBody(response.body, readContentEncoding(Array.isArray(header) ? header.join(",") : (header ?? "")), fetchBytes);
  } finally {
    // Ends the connection where the body was not read to its end; does nothing where it was.
    response.body.destroy();
  }
}

function headerPairs(response: Dispatcher.ResponseData): HeaderPair[] {
  return Object.entries(response.headers).flatMap(([name, value]) => (Array.isArray(value) ? value : [value ?? ""]).map((one): HeaderPair => [name, one]));
}
