import { type CapabilityProxy, type ProxyRequest, STREAM_IDLE_SECONDS } from "@ambit/api-types";
import { CallClock } from "../connection/call-clock.ts";
import type { InstanceNetwork } from "../connection/instance-network.ts";
import { netGrant } from "../connection/net-grant.ts";
import { toNetworkError } from "../connection/network-fault.ts";
import { type HttpRequest, httpRequest } from "../net-fetch/http-request.ts";
import { defineProxy, type TypedAnswer } from "../proxy/define-proxy.ts";
import { takenBack } from "../proxy/handle-table.ts";
import type { InstanceStates } from "../proxy/instance-states.ts";
import { readWaiting } from "../waiting/read-waiting.ts";
import { OpenStream, type StreamTerms } from "./open-stream.ts";
import { type StreamTable, type StreamTables, streamTables } from "./stream-tables.ts";

/**
 * The proxies of `net/stream`, `stream/read` and `stream/close`. Opening goes by the rules of `net/fetch`, within
 * `fetchSeconds`; from then on a stream lives as long as bytes go over it.
 *
 * @param tables the streams that each instance has open.
 * @param idleMs after which a silent stream ends; a test's may be shorter.
 */
export function netStreamProxies(networks: InstanceStates<InstanceNetwork>, tables: StreamTables = streamTables(), idleMs: number = STREAM_IDLE_SECONDS * 1000): readonly CapabilityProxy[] {
  return [
    defineProxy(
      "net/stream",
      async ({ sse = false, ...params }, request) => {
        const grant = netGrant(request);
        const http = httpRequest(params, grant);
        const network = networks.of(request.instance);
        const streamTerms = { idleMs: sse ? undefined : idleMs, stillAllowed: grant.stillAllowed ?? (() => true) };
        const { handle, opened } = await tables.of(request.instance).open(() => openStream(network, http, request, streamTerms));
        const { status, statusText, headers, note } = opened.answer;
        return { result: { stream: handle, status, statusText, headers }, bytesOut: http.body?.length ?? 0, ...(note && { note }) };
      },
      (instanceId) => tables.take(instanceId)?.destroy(),
    ),
    defineProxy("stream/read", ({ stream, ...params }, request) => readStream(tables.of(request.instance), stream, params, request)),
    defineProxy("stream/close", ({ stream }, { instance }) => {
      const streams = tables.of(instance);
      streams.get(stream).destroy();
      streams.drop(stream);
      return { result: {} };
    }),
  ];
}

async function openStream(network: InstanceNetwork, http: HttpRequest, request: ProxyRequest, terms: StreamTerms): Promise<OpenStream> {
  const clock = new CallClock(request.signal, request.instance.policy.limits.fetchSeconds);
  try {
    const answer = await network.request(http, netGrant(request), clock.signal);
    try {
      // Stands when its call does: one that is given up as the answer comes leaves nothing open.
      if (clock.error !== undefined) throw clock.error;
      return new OpenStream(answer, terms);
    } catch (error) {
      answer.body.destroy();
      throw error;
    }
  } catch (error) {
    throw clock.error ?? toNetworkError(error);
  } finally {
    clock.stop();
  }
}

async function readStream(streams: StreamTable, handle: number, params: Parameters<typeof readWaiting>[1], request: ProxyRequest): Promise<TypedAnswer<"stream/read">> {
  const opened = streams.get(handle);
  const end = (): void => {
    opened.destroy();
    streams.drop(handle);
  };
  if (!opened.stillAllowed()) {
    end();
    throw takenBack(handle);
  }
  try {
    const answer = await readWaiting(opened.waiting, params, request);
    if (answer.bytesIn > 0) opened.touch();
    if (answer.result.done) end();
    return answer;
  } catch (error) {
    if (error === opened.waiting.error) end();
    throw error;
  }
}
