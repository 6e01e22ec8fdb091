import { AmbitError, CREDIT_BYTES, type WsMessageKind, type WsReceiveResult } from "@ambit/api-types";
import type { WebSocket } from "ws";
import { networkFailed } from "../connection/network-fault.ts";
import { encodeData } from "../data/data-encoding.ts";
import type { Handled } from "../proxy/handle-table.ts";
import type { Sender } from "../waiting/send-bounded.ts";
import { WaitingMessages } from "../waiting/waiting-messages.ts";
import { ControlMeter } from "./control-meter.ts";
import { CLOSE_MS } from "./shake-hands.ts";
import { socketFault } from "./socket-fault.ts";

interface Message {
  readonly kind: WsMessageKind;
  readonly bytes: Buffer;
}

/** What `ws/receive` gives, with the bytes it holds. */
export interface Received {
  readonly result: WsReceiveResult;
  readonly bytesIn: number;
}

/** One WebSocket of a guest: messages wait in it up to the credit, and while they do the connection is not read. */
export class WebSocketConnection implements Handled {
  readonly stillAllowed: () => boolean;
  readonly waiting: WaitingMessages<Message> = new WaitingMessages();
  readonly #socket: WebSocket;
  readonly #control = new ControlMeter();
  #end: { readonly code: number; readonly reason: string } | undefined;
  #error: AmbitError | undefined;
  #isClosing = false;

  /** @param socket before its handshake is done, so that no message of it is missed. */
  constructor(socket: WebSocket, stillAllowed: () => boolean) {
    this.#socket = socket;
    this.stillAllowed = stillAllowed;
    socket.on("message", (data, isBinary) => this.#take({ kind: isBinary ? "binary" : "text", bytes: data as Buffer }));
    socket.on("ping", (data) => this.#answerPing(data));
    socket.on("pong", () => void this.#countControl());
    socket.on("error", (error) => void (this.#error ??= socketFault(error)));
    socket.on("close", (code, reason) => this.#closed(code, reason.toString()));
  }

  /** The subprotocol that the server chose. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  /** Takes what is there: a message, the end; undefined where nothing is. */
  receive(): Received | undefined {
    const message = this.waiting.take();
    if (message !== undefined) {
      if (!this.waiting.isFull) this.#socket.resume();
      const { data, encoding } = encodeData(message.bytes, message.kind === "text" ? "utf8" : "base64");
      return { result: { kind: message.kind, data, encoding }, bytesIn: message.bytes.length };
    }
    if (this.#error !== undefined) throw this.#error;
    return this.#end && { result: { kind: "closed", data: "", encoding: "utf8", ...this.#end }, bytesIn: 0 };
  }

  /** @throws AmbitError `NETWORK_FAILED` where the socket has closed. */
  sender(kind: WsMessageKind): Sender {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) throw networkFailed("socketClosed");
    return {
      waiting: () => socket.bufferedAmount,
      send: (bytes, done) => socket.send(bytes, { binary: kind === "binary" }, done),
    };
  }

  /** Closes it: what waits is sent, what comes is dropped. Done when the other side has answered or its time is up. */
  async close(code: number, reason: string): Promise<void> {
    this.#isClosing = true;
    this.waiting.clear();
    if (this.#end !== undefined) return;
    const closed = new Promise<void>((resolve) => this.#socket.once("close", () => resolve()));
    const timer = setTimeout(() => this.#socket.terminate(), CLOSE_MS);
    this.#socket.close(code, reason);
    this.#socket.resume();
    await closed;
    clearTimeout(timer);
  }

  destroy(): void {
    this.#isClosing = true;
    this.#error ??= new AmbitError("INSTANCE_STOPPED", "The socket was closed.");
    this.waiting.clear();
    this.#socket.terminate();
    this.waiting.arrival.tell();
  }

  #take({ kind, bytes }: Message): void {
    if (this.#isClosing) return;
    // A copy of its own: what the library gives can be a part of a larger buffer.
    this.waiting.push({ kind, bytes: Buffer.from(bytes) }, bytes.length);
    if (this.waiting.isFull) this.#socket.pause();
  }

  /** A server that does not read its answers gets no more of them: they would wait here. */
  #answerPing(data: Buffer): void {
    const socket = this.#socket;
    if (this.#countControl() && socket.readyState === socket.OPEN && socket.bufferedAmount < CREDIT_BYTES) socket.pong(data);
  }

  #countControl(): boolean {
    if (this.#control.take(performance.now())) return true;
    this.#error ??= networkFailed("socketFlood");
    this.#socket.terminate();
    return false;
  }

  #closed(code: number, reason: string): void {
    this.#end = { code, reason };
    this.waiting.arrival.tell();
  }
}
