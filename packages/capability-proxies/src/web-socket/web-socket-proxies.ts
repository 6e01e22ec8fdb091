import { isUtf8 } from "node:buffer";
import { AmbitError, type CallParams, type CapabilityProxy, type ProxyRequest, SOCKET_MESSAGE_BYTES, type WsMessageKind } from "@ambit/api-types";
import { CallClock } from "../connection/call-clock.ts";
import type { InstanceNetwork } from "../connection/instance-network.ts";
import { netGrant } from "../connection/net-grant.ts";
import { toNetworkError } from "../connection/network-fault.ts";
import { decodeData } from "../data/data-encoding.ts";
import { defineProxy, type TypedAnswer } from "../proxy/define-proxy.ts";
import { type Handled, type HandleTable, takenBack, unknownHandle } from "../proxy/handle-table.ts";
import type { InstanceStates } from "../proxy/instance-states.ts";
import { sendBounded } from "../waiting/send-bounded.ts";
import { waitTime } from "../waiting/wait-time.ts";
import { handshakeDone, startHandshake } from "./shake-hands.ts";
import { messageTooLarge } from "./socket-fault.ts";
import { type Received, WebSocketConnection } from "./web-socket-connection.ts";

type Sockets = HandleTable<Handled>;

/** The proxies of `ws/open`, `ws/send`, `ws/receive` and `ws/close`. They give up all sockets of an instance, raw ones too. */
export function webSocketProxies(networks: InstanceStates<InstanceNetwork>, tables: InstanceStates<Sockets>): readonly CapabilityProxy[] {
  return [
    defineProxy(
      "ws/open",
      (params, request) => open(networks.of(request.instance), tables.of(request.instance), params, request),
      (instanceId) => tables.take(instanceId)?.destroy(),
    ),
    defineProxy("ws/send", async ({ socket, data, encoding, kind = "text" }, { instance, signal }) => {
      const bytes = messageBytes(data, encoding, kind);
      const connection = allowedSocket(tables.of(instance), socket);
      return { result: { waiting: await sendBounded(connection.sender(kind), bytes, signal) }, bytesOut: bytes.length };
    }),
    defineProxy("ws/receive", ({ socket, waitMs }, request) => receive(tables.of(request.instance), socket, waitMs, request)),
    defineProxy("ws/close", async ({ socket, code = 1000, reason = "" }, { instance }) => {
      if (Buffer.byteLength(reason) > mostReasonBytes) throw new AmbitError("INVALID_PARAMS", `A reason has at most ${mostReasonBytes} bytes.`);
      const sockets = tables.of(instance);
      const connection = socketOf(sockets, socket);
      // Its place is free once it has closed: many that are closing at once cost as much as open ones.
      await sockets.close(socket, () => connection.close(code, reason));
      return { result: {} };
    }),
  ];
}

/** What a frame that closes has room for. */
const mostReasonBytes = 123;

async function open(network: InstanceNetwork, sockets: Sockets, params: CallParams<"ws/open">, request: ProxyRequest): Promise<TypedAnswer<"ws/open">> {
  const grant = netGrant(request);
  const handshake = { url: grant.url, protocols: params.protocols ?? [], headers: params.headers ?? [] };
  if (new Set(handshake.protocols).size < handshake.protocols.length) throw new AmbitError("INVALID_PARAMS", "A subprotocol is named twice.");
  let isProxied = false;
  const { handle, opened } = await sockets.open(async () => {
    const clock = new CallClock(request.signal, request.instance.policy.limits.fetchSeconds);
    try {
      const { socket: connection, proxied } = await network.openSecure(grant, clock.signal);
      isProxied = proxied;
      const socket = startHandshake(handshake, connection);
      const made = new WebSocketConnection(socket, grant.stillAllowed ?? (() => true));
      await handshakeDone(socket, clock.signal);
      return made;
    } catch (error) {
      throw clock.error ?? toNetworkError(error);
    } finally {
      clock.stop();
    }
  });
  const result = { socket: handle, protocol: opened.protocol };
  return isProxied ? { result, note: "judged by name only" } : { result };
}

function messageBytes(data: string, encoding: "utf8" | "base64" | undefined, kind: WsMessageKind): Buffer {
  const bytes = decodeData(data, encoding);
  if (bytes.length > SOCKET_MESSAGE_BYTES) throw messageTooLarge();
  if (kind === "text" && !isUtf8(bytes)) throw new AmbitError("INVALID_PARAMS", "A text message must be UTF-8: send other bytes as a binary one.");
  return bytes;
}

function socketOf(sockets: Sockets, handle: number): WebSocketConnection {
  const opened = sockets.get(handle);
  if (opened instanceof WebSocketConnection) return opened;
  throw unknownHandle(handle);
}

/** The socket of a handle whose grant still stands; one whose grant does not is ended. */
function allowedSocket(sockets: Sockets, handle: number): WebSocketConnection {
  const connection = socketOf(sockets, handle);
  if (connection.stillAllowed()) return connection;
  connection.destroy();
  sockets.drop(handle);
  throw takenBack(handle);
}

async function receive(sockets: Sockets, handle: number, waitMs: number | undefined, { instance, signal }: ProxyRequest): Promise<TypedAnswer<"ws/receive">> {
  const connection = allowedSocket(sockets, handle);
  const deadline = performance.now() + waitTime(instance, waitMs);
  for (;;) {
    const received = takeNext(sockets, handle, connection);
    if (received !== undefined) return received;
    const left = deadline - performance.now();
    if (left <= 0) return { result: { kind: "none", data: "", encoding: "utf8" } };
    await connection.waiting.arrival.next(signal, left);
  }
}

function takeNext(sockets: Sockets, handle: number, connection: WebSocketConnection): Received | undefined {
  try {
    const received = connection.receive();
    if (received?.result.kind === "closed") sockets.drop(handle);
    return received;
  } catch (error) {
    connection.destroy();
    sockets.drop(handle);
    throw error;
  }
}
