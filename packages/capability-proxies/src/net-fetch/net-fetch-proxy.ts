import type { CapabilityProxy, DataEncoding, ProxyRequest } from "@ambit/api-types";
import { CallClock } from "../connection/call-clock.ts";
import type { HttpAnswer } from "../connection/http-answer.ts";
import type { InstanceNetwork } from "../connection/instance-network.ts";
import type { Slots } from "../connection/slots.ts";
import { netGrant } from "../connection/net-grant.ts";
import { toNetworkError } from "../connection/network-fault.ts";
import type { StreamTables } from "../net-stream/stream-tables.ts";
import { defineProxy, type TypedAnswer } from "../proxy/define-proxy.ts";
import type { InstanceStates } from "../proxy/instance-states.ts";
import { readContentEncoding } from "./content-decoder.ts";
import { type HttpRequest, httpRequest } from "./http-request.ts";
import { readBody } from "./read-body.ts";
import { takeOrStream } from "./take-or-stream.ts";
import { wholeAnswer } from "./whole-answer.ts";

/**
 * The proxy of `net/fetch`: one HTTP request to the URL of the grant, on addresses judged where the socket is made. Redirects
 * come back as they are. One deadline (`fetchSeconds`) covers it all, and decoded bytes are counted as they come (`fetchBytes`).
 * It gives up what all network calls of an instance connect with.
 */
export function netFetchProxy(networks: InstanceStates<InstanceNetwork>, streams: StreamTables): CapabilityProxy {
  return defineProxy(
    "net/fetch",
    ({ stream = false, encoding, ...params }, request) => {
      const grant = netGrant(request);
      const network = networks.of(request.instance);
      const http = httpRequest(params, grant);
      const send: Send = (signal) => network.request(http, grant, signal);
      const take: Take = stream ? (answer, signal) => takeOrStream(answer, { signal, encoding, grant, request, streams: streams.of(request.instance) }) : (answer) => takeWhole(answer, encoding, request);
      return exchange(http, request, network.fetches, async (signal) => take(await send(signal), signal));
    },
    async (instanceId) => networks.take(instanceId)?.destroy(),
  );
}

type Answer = TypedAnswer<"net/fetch">;
type Send = (signal: AbortSignal) => Promise<HttpAnswer>;
type Take = (answer: HttpAnswer, signal: AbortSignal) => Promise<Answer>;

async function exchange(http: HttpRequest, request: ProxyRequest, slots: Slots, fetch: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const clock = new CallClock(request.signal, request.instance.policy.limits.fetchSeconds);
  try {
    return await slots.run(async () => ({ ...(await fetch(clock.signal)), bytesOut: http.body?.length ?? 0 }), clock.signal);
  } catch (error) {
    throw clock.error ?? toNetworkError(error);
  } finally {
    clock.stop();
  }
}

async function takeWhole(answer: HttpAnswer, encoding: DataEncoding | undefined, request: ProxyRequest): Promise<Answer> {
  try {
    const bytes = await readBody(answer.body, readContentEncoding(answer.header("content-encoding")), request.instance.policy.limits.fetchBytes);
    await answer.afterBody();
    return wholeAnswer(answer, bytes, encoding);
  } finally {
    // Ends the connection where the body was not read to its end; does nothing where it was.
    answer.body.destroy();
  }
}
