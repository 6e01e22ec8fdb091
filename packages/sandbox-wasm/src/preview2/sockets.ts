import { AmbitError, type ErrorCode, type JsonValue } from "@ambit/api-types/guest";
import { askHost } from "./ask-host.ts";
import type { ComponentHost } from "./component-host.ts";
import { IoError } from "./io-error.ts";
import { Pollable } from "./pollable.ts";
import { InputStream, OutputStream, type Source } from "./streams.ts";
import { LookedUpNames, type SocketAddress } from "./looked-up-names.ts";

/** How long one read waits for bytes before the guest's deadline is looked at again, in milliseconds. */
const WAIT_MS = 200;
const READ_BYTES = 65_536;

/** Codes of a call as `wasi:sockets/network.error-code`. */
const socketErrors: Partial<Readonly<Record<ErrorCode, string>>> = {
  PERMISSION_DENIED: "access-denied",
  METHOD_NOT_FOUND: "not-supported",
  NETWORK_FAILED: "connection-refused",
  LIMIT_EXCEEDED: "new-socket-limit",
  UNKNOWN_HANDLE: "connection-reset",
};

/** The network that a component connects through: there is one, and it holds nothing. */
class Network {}

/** `wasi:sockets/tcp.tcp-socket`: an outgoing connection, which the host opens where the policy allows it. */
class TcpSocket implements Disposable {
  readonly #host: ComponentHost;
  readonly #names: LookedUpNames;
  readonly #family: string;
  #socket: number | undefined;
  #failure: string | undefined;
  #state: "unbound" | "connecting" | "connected" | "closed" = "unbound";

  constructor(host: ComponentHost, names: LookedUpNames, family: string) {
    this.#host = host;
    this.#names = names;
    this.#family = family;
  }

  startConnect(_network: Network, remote: SocketAddress): void {
    if (this.#state !== "unbound") throw "invalid-state";
    const name = this.#names.nameOf(remote);
    // An address that stands for no name would be a place that no policy names.
    if (name === undefined) throw "access-denied";
    this.#state = "connecting";
    try {
      const { socket } = askHost(this.#host.port, "tcp/open", { host: name, port: remote.val.port }) as { readonly socket: number };
      this.#socket = socket;
      this.#host.handles.add(this);
    } catch (thrown) {
      this.#failure = codeOf(thrown);
    }
  }

  finishConnect(): [InputStream, OutputStream] {
    if (this.#state !== "connecting") throw "not-in-progress";
    this.#state = this.#failure === undefined ? "connected" : "closed";
    if (this.#failure !== undefined) throw this.#failure;
    return [new InputStream(this.#host.state, this.#source()), new OutputStream(this.#host.state, (bytes) => this.#write(bytes))];
  }

  subscribe(): Pollable {
    return new Pollable(this.#host.state);
  }

  shutdown(): void {
    if (this.#state !== "connected") throw "invalid-state";
  }

  addressFamily(): string {
    return this.#family;
  }

  isListening(): boolean {
    return false;
  }

  startBind(): never {
    throw "not-supported";
  }

  finishBind(): never {
    throw "not-in-progress";
  }

  startListen(): never {
    throw "not-supported";
  }

  finishListen(): never {
    throw "not-in-progress";
  }

  accept(): never {
    throw "not-supported";
  }

  localAddress(): never {
    throw "invalid-state";
  }

  remoteAddress(): never {
    throw "invalid-state";
  }

  [Symbol.dispose](): void {
    const socket = this.#socket;
    this.#host.handles.delete(this);
    this.#socket = undefined;
    this.#state = "closed";
    if (socket === undefined || this.#host.state.ended !== undefined) return;
    try {
      askHost(this.#host.port, "tcp/close", { socket });
    } catch (thrown) {
      // It is gone already; nothing else can be wrong with closing what is ours.
      if (!AmbitError.isInstance(thrown)) throw thrown;
    }
  }

  /** Bytes as they come. What a look ahead has found is kept for the next read. */
  #source(): Source {
    let kept: Uint8Array | undefined;
    let done = false;
    const look = (waitMs: number): boolean => {
      if (kept !== undefined || done) return true;
      const answer = this.#ask("tcp/read", { max: READ_BYTES, encoding: "base64", waitMs }) as { readonly data: string; readonly encoding: string; readonly done: boolean };
      const bytes = Buffer.from(answer.data, answer.encoding === "base64" ? "base64" : "utf8");
      if (bytes.length > 0) kept = bytes;
      done = answer.done;
      return kept !== undefined || done;
    };
    return {
      read(length) {
        if (!look(0)) return new Uint8Array();
        const bytes = kept;
        if (bytes === undefined) return undefined;
        kept = bytes.length > length ? bytes.subarray(length) : undefined;
        return bytes.subarray(0, length);
      },
      waitable: { ready: () => look(WAIT_MS) },
    };
  }

  #write(bytes: Uint8Array): void {
    this.#ask("tcp/write", { data: Buffer.from(bytes).toString("base64"), encoding: "base64" });
  }

  #ask(method: string, params: { readonly [key: string]: JsonValue }): JsonValue {
    if (this.#socket === undefined) throw new IoError("connection-reset");
    try {
      return askHost(this.#host.port, method, { socket: this.#socket, ...params });
    } catch (thrown) {
      if (AmbitError.isInstance(thrown)) throw new IoError(codeOf(thrown));
      throw thrown;
    }
  }
}

/** Options of a socket that no host honours: reading tells a usual value, setting changes nothing. */
const options: Readonly<Record<string, unknown>> = {
  setListenBacklogSize: ignore,
  keepAliveEnabled: () => false,
  setKeepAliveEnabled: ignore,
  keepAliveIdleTime: () => 7_200_000_000_000n,
  setKeepAliveIdleTime: ignore,
  keepAliveInterval: () => 75_000_000_000n,
  setKeepAliveInterval: ignore,
  keepAliveCount: () => 9,
  setKeepAliveCount: ignore,
  hopLimit: () => 64,
  setHopLimit: ignore,
  receiveBufferSize: () => 65_536n,
  setReceiveBufferSize: ignore,
  sendBufferSize: () => 65_536n,
  setSendBufferSize: ignore,
};
for (const [name, value] of Object.entries(options)) Object.defineProperty(TcpSocket.prototype, name, { value });

class UdpSocket {}
class IncomingDatagramStream {}
class OutgoingDatagramStream {}

/** Addresses of one name, one by one. */
class ResolveAddressStream {
  readonly #host: ComponentHost;
  readonly #addresses: SocketAddress["val"]["address"][];

  constructor(host: ComponentHost, addresses: SocketAddress["val"]["address"][]) {
    this.#host = host;
    this.#addresses = addresses;
  }

  resolveNextAddress(): object | undefined {
    const address = this.#addresses.shift();
    return address === undefined ? undefined : { tag: "ipv4", val: address };
  }

  subscribe(): Pollable {
    return new Pollable(this.#host.state);
  }
}

/** The interfaces of `wasi:sockets`: outgoing TCP to hosts by their names, and nothing else. */
export function socketInterfaces(host: ComponentHost): object {
  const names = new LookedUpNames();
  const network = new Network();
  const unsupported = (): never => {
    throw "not-supported";
  };
  return {
    instanceNetwork: { instanceNetwork: () => network },
    network: { Network },
    ipNameLookup: { ResolveAddressStream, resolveAddresses: (_network: Network, name: string) => new ResolveAddressStream(host, [names.addressOf(name)]) },
    tcp: { TcpSocket },
    tcpCreateSocket: { createTcpSocket: (family: string) => new TcpSocket(host, names, family) },
    udp: { UdpSocket, IncomingDatagramStream, OutgoingDatagramStream },
    udpCreateSocket: { createUdpSocket: unsupported },
  };
}

function ignore(): void {}

function codeOf(thrown: unknown): string {
  if (!AmbitError.isInstance(thrown)) throw thrown;
  return socketErrors[thrown.code] ?? "unknown";
}
