import { AmbitError, CREDIT_BYTES, type CallParams, type CapabilityProxy, type ProxyRequest } from "@ambit/api-types";
import { CallClock } from "../connection/call-clock.ts";
import type { InstanceNetwork } from "../connection/instance-network.ts";
import { tcpGrant } from "../connection/net-grant.ts";
import { toNetworkError } from "../connection/network-fault.ts";
import { decodeData } from "../data/data-encoding.ts";
import { defineProxy, type TypedAnswer } from "../proxy/define-proxy.ts";
import { type Handled, type HandleTable, unknownHandle } from "../proxy/handle-table.ts";
import type { InstanceStates } from "../proxy/instance-states.ts";
import { readWaiting } from "../waiting/read-waiting.ts";
import { sendBounded } from "../waiting/send-bounded.ts";
import { TcpConnection } from "./tcp-connection.ts";

type Sockets = HandleTable<Handled>;

/** The proxies of `tcp/open`, `tcp/read`, `tcp/write` and `tcp/close`. The table is that of WebSockets, which gives all of them up. */
export function tcpProxies(networks: InstanceStates<InstanceNetwork>, tables: InstanceStates<Sockets>): readonly CapabilityProxy[] {
  return [
    defineProxy("tcp/open", async (_params, request) => {
      const network = networks.of(request.instance);
      const { handle } = await tables.of(request.instance).open(() => open(network, request));
      return { result: { socket: handle } };
    }),
    defineProxy("tcp/read", ({ socket, ...params }, request) => read(tables.of(request.instance), socket, params, request)),
    defineProxy("tcp/write", async ({ socket, data, encoding }, { instance, signal }) => {
      const bytes = decodeData(data, encoding);
      if (bytes.length > CREDIT_BYTES) throw new AmbitError("LIMIT_EXCEEDED", `At most ${CREDIT_BYTES} bytes are written at once.`, { limit: "credit" });
      const sender = socketOf(tables.of(instance), socket).sender();
      return { result: { waiting: await sendBounded(sender, bytes, signal) }, bytesOut: bytes.length };
    }),
    defineProxy("tcp/close", async ({ socket }, { instance }) => {
      const sockets = tables.of(instance);
      const connection = socketOf(sockets, socket);
      await sockets.close(socket, () => connection.close());
      return { result: {} };
    }),
  ];
}

async function open(network: InstanceNetwork, request: ProxyRequest): Promise<TcpConnection> {
  const { host, port, addresses } = tcpGrant(request);
  const clock = new CallClock(request.signal, request.instance.policy.limits.fetchSeconds);
  try {
    return new TcpConnection(await network.openRaw(host, port, addresses, clock.signal));
  } catch (error) {
    throw clock.error ?? toNetworkError(error);
  } finally {
    clock.stop();
  }
}

async function read(sockets: Sockets, handle: number, params: Omit<CallParams<"tcp/read">, "socket">, request: ProxyRequest): Promise<TypedAnswer<"tcp/read">> {
  const connection = socketOf(sockets, handle);
  const end = (): void => {
    connection.destroy();
    sockets.drop(handle);
  };
  try {
    const answer = await readWaiting(connection.waiting, params, request);
    connection.readOn();
    if (answer.result.done) end();
    return answer;
  } catch (error) {
    if (error === connection.waiting.error) end();
    throw error;
  }
}

function socketOf(sockets: Sockets, handle: number): TcpConnection {
  const opened = sockets.get(handle);
  if (opened instanceof TcpConnection) return opened;
  throw unknownHandle(handle);
}
