import type { JsonValue, WsOpenResult, WsReceiveResult, WsSendParams } from "@ambit/api-types";
import { Event, EventTarget } from "../abort/event-target.ts";
import { fromBase64, toBase64 } from "../fetch/base64.ts";
import type { HostCall } from "../fetch/fetch.ts";
import { CloseEvent, MessageEvent } from "./socket-events.ts";

const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3] as const;
/** Close code of a connection that broke. */
const BROKEN = 1006;
const REASON_BYTES = 123;

type Handler<Kind> = ((event: Kind) => unknown) | null;

let call: HostCall | undefined;

/** Gives sockets the calls they run on. */
export function useCalls(host: HostCall): void {
  call = host;
}

function host<Result>(method: string, params: object): Promise<Result> {
  if (call === undefined) return Promise.reject(new Error("There is no host."));
  return call(method, params as JsonValue) as unknown as Promise<Result>;
}

/** The standard WebSocket over `ws/*`. Binary messages are `ArrayBuffer`s: there is no Blob here. */
export class WebSocket extends EventTarget {
  static readonly CONNECTING: number = CONNECTING;
  static readonly OPEN: number = OPEN;
  static readonly CLOSING: number = CLOSING;
  static readonly CLOSED: number = CLOSED;
  readonly url: string;
  readonly extensions: string = "";
  onopen: Handler<Event> = null;
  onmessage: Handler<MessageEvent> = null;
  onerror: Handler<Event> = null;
  onclose: Handler<CloseEvent> = null;
  #protocol = "";
  #state: 0 | 1 | 2 | 3 = CONNECTING;
  #waiting = 0;
  #socket: number | undefined;

  constructor(address: unknown, protocols: string | readonly string[] = []) {
    super();
    this.url = addressOf(address);
    const offered = typeof protocols === "string" ? [protocols] : [...protocols];
    if (new Set(offered.map((name) => name.toLowerCase())).size < offered.length) throw new DOMException("A subprotocol is named twice.", "SyntaxError");
    void this.#run(offered);
  }

  get readyState(): number {
    return this.#state;
  }

  get protocol(): string {
    return this.#protocol;
  }

  get bufferedAmount(): number {
    return this.#waiting;
  }

  get binaryType(): string {
    return "arraybuffer";
  }

  set binaryType(kind: string) {
    if (kind !== "arraybuffer") throw new TypeError(`This sandbox does not offer Blob: binaryType cannot be ${kind}.`);
  }

  send(data: string | ArrayBuffer | ArrayBufferView): void {
    if (this.#state === CONNECTING) throw new DOMException("The connection is not open yet.", "InvalidStateError");
    if (this.#state !== OPEN) return;
    const message = messageOf(data);
    this.#waiting += message.data.length;
    host<{ waiting: number }>("ws/send", { socket: this.#socket, ...message }).then(({ waiting }) => (this.#waiting = waiting), () => this.#broke());
  }

  close(code: number = 1000, reason: string = ""): void {
    if (code !== 1000 && !(code >= 3000 && code <= 4999)) throw new DOMException("A close code is 1000 or 3000 to 4999.", "InvalidAccessError");
    if (new TextEncoder().encode(reason).length > REASON_BYTES) throw new DOMException(`A reason has at most ${REASON_BYTES} bytes.`, "SyntaxError");
    if (this.#state === CLOSING || this.#state === CLOSED) return;
    const opening = this.#state === CONNECTING;
    this.#state = CLOSING;
    if (opening) return;
    host("ws/close", { socket: this.#socket, code, reason }).then(() => this.#end(code, reason, true), () => this.#broke());
  }

  async #run(protocols: readonly string[]): Promise<void> {
    try {
      const { socket, protocol } = await host<WsOpenResult>("ws/open", { url: this.url, ...(protocols.length > 0 && { protocols }) });
      this.#socket = socket;
      if (this.#state !== CONNECTING) {
        await host("ws/close", { socket });
        return this.#broke();
      }
      this.#protocol = protocol;
      this.#state = OPEN;
      this.#emit(new Event("open"), this.onopen);
      await this.#receive(socket);
    } catch {
      this.#broke();
    }
  }

  async #receive(socket: number): Promise<void> {
    while (this.#state === OPEN) {
      const { kind, data, encoding, code = BROKEN, reason = "" } = await host<WsReceiveResult>("ws/receive", { socket });
      if (this.#state !== OPEN || kind === "none") continue;
      if (kind === "closed") return this.#end(code, reason, code !== BROKEN);
      const content = encoding === "base64" ? fromBase64(data) : data;
      this.#emit(new MessageEvent("message", { data: kind === "text" ? content : bufferOf(content) }), this.onmessage);
    }
  }

  #broke(): void {
    if (this.#state === CLOSED) return;
    this.#emit(new Event("error"), this.onerror);
    this.#end(BROKEN, "", false);
  }

  #end(code: number, reason: string, wasClean: boolean): void {
    if (this.#state === CLOSED) return;
    this.#state = CLOSED;
    this.#emit(new CloseEvent("close", { code, reason, wasClean }), this.onclose);
  }

  /** The handler first, then the listeners. What a handler throws is reported as unhandled, and the socket goes on. */
  #emit<Kind extends Event>(event: Kind, handler: Handler<Kind>): void {
    event.target = this;
    try {
      if (typeof handler === "function") Reflect.apply(handler, this, [event]);
    } catch (error) {
      void Promise.reject(error);
    }
    this.dispatchEvent(event);
  }
}

function addressOf(address: unknown): string {
  const url = URL.parse(`${address}`);
  if (url === null) throw new DOMException("The address is no URL.", "SyntaxError");
  if (url.protocol === "https:") url.protocol = "wss:";
  if (url.protocol !== "wss:" || url.hash !== "") throw new DOMException("A WebSocket's address begins with wss: and has no fragment.", "SyntaxError");
  return url.href;
}

function messageOf(data: string | ArrayBuffer | ArrayBufferView): Pick<WsSendParams, "kind" | "encoding"> & { readonly data: string } {
  if (ArrayBuffer.isView(data)) return { kind: "binary", encoding: "base64", data: toBase64(new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)) };
  if (data instanceof ArrayBuffer) return { kind: "binary", encoding: "base64", data: toBase64(new Uint8Array(data)) };
  return { kind: "text", encoding: "utf8", data: `${data}` };
}

function bufferOf(content: string | Uint8Array): ArrayBuffer {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return bytes.slice().buffer as ArrayBuffer;
}
