import type { CapabilityProxy, DataEncoding, ProxyRequest } from "@ambit/api-types";
import { CallClock } from "../connection/call-clock.ts";
import type { HttpAnswer } from "../connection/http-answer.ts";
import type { InstanceNetwork } from "../connection/instance-network.ts";
import type { Slots } from "../connection/slots.ts";
import { netGrant } from "../connection/net-grant.ts";
import { toNetworkError } from "../connection/network-fault.ts";
import { encodeData } from "../data/data-encoding.ts";
import { defineProxy, type TypedAnswer } from "../proxy/define-proxy.ts";
import type { InstanceStates } from "../proxy/instance-states.ts";
import { readContentEncoding } from "./content-decoder.ts";
import { type HttpRequest, httpRequest } from "./http-request.ts";
import { readBody } from "./read-body.ts";

/**
 * The proxy of `net/fetch`: one HTTP request to the URL of the grant, on addresses judged where the socket is made. Redirects
 * come back as they are. One deadline (`fetchSeconds`) covers it all, and decoded bytes are counted as they come (`fetchBytes`).
 * It gives up what all network calls of an instance connect with.
 */
export function netFetchProxy(networks: InstanceStates<InstanceNetwork>): CapabilityProxy {
  return defineProxy(
    "net/fetch",
    (params, request) => {
      const grant = netGrant(request);
      const network = networks.of(request.instance);
      const http = httpRequest(params, grant);
      return exchange(http, request, params.encoding, network.fetches, (signal) => network.request(http, grant, signal));
    },
    async (instanceId) => networks.take(instanceId)?.destroy(),
  );
}

type Answer = TypedAnswer<"net/fetch">;
type Send = (signal: AbortSignal) => Promise<HttpAnswer>;

async function exchange(http: HttpRequest, request: ProxyRequest, encoding: DataEncoding | undefined, slots: Slots, send: Send): Promise<Answer> {
  const { fetchSeconds, fetchBytes } = request.instance.policy.limits;
  const clock = new CallClock(request.signal, fetchSeconds);
  try {
    return await slots.run(async () => {
      const answer = await send(clock.signal);
      const bytes = await readAnswer(answer, fetchBytes);
      const { status, statusText, headers, note } = answer;
      const { data, encoding: form } = encodeData(bytes, encoding);
      return { result: { status, statusText, headers, body: data, encoding: form }, bytesIn: bytes.length, bytesOut: http.body?.length ?? 0, ...(note && { note }) };
    }, clock.signal);
  } catch (error) {
    throw clock.error ?? toNetworkError(error);
  } finally {
    clock.stop();
  }
}

async function readAnswer(answer: HttpAnswer, fetchBytes: number): Promise<Buffer> {
  try {
    const bytes = await readBody(answer.body, readContentEncoding(answer.header("content-encoding")), fetchBytes);
    await answer.afterBody();
    return bytes;
  } finally {
    // Ends the connection where the body was not read to its end; does nothing where it was.
    answer.body.destroy();
  }
}
