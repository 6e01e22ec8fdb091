import type { Socket } from "node:net";
import { AmbitError } from "@ambit/api-types";
import { networkFailed, toNetworkError } from "../connection/network-fault.ts";
import type { Handled } from "../proxy/handle-table.ts";
import type { Sender } from "../waiting/send-bounded.ts";
import { WaitingBytes } from "../waiting/waiting-bytes.ts";

/** Milliseconds that what waits has to go out when a socket is closed. */
const CLOSE_MS = 2000;

/** One raw socket of a guest: bytes wait in it up to the credit, and while they do it is not read. */
export class TcpConnection implements Handled {
  readonly waiting: WaitingBytes = new WaitingBytes();
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("end", () => this.waiting.end());
    socket.on("error", (error) => this.waiting.end(toNetworkError(error)));
    socket.on("close", () => this.waiting.end(networkFailed("reset")));
  }

  /** Reads on where there is room again; to be told after each read. */
  readOn(): void {
    if (!this.waiting.isFull) this.#socket.resume();
  }

  /** @throws AmbitError `NETWORK_FAILED` where the socket has closed. */
  sender(): Sender {
    const socket = this.#socket;
    if (!socket.writable) throw networkFailed("socketClosed");
    return { waiting: () => socket.writableLength, send: (bytes, done) => void socket.write(bytes, done) };
  }

  /** Closes it: what waits is sent, what comes is dropped. Done when all is sent or its time is up. */
  async close(): Promise<void> {
    const socket = this.#socket;
    if (socket.destroyed) return;
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const timer = setTimeout(() => socket.destroy(), CLOSE_MS);
    this.waiting.end();
    socket.removeAllListeners("data").resume();
    socket.end(() => socket.destroy());
    await closed;
    clearTimeout(timer);
  }

  destroy(): void {
    this.waiting.end(new AmbitError("INSTANCE_STOPPED", "The socket was closed."));
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.waiting.push(chunk);
    if (this.waiting.isFull) this.#socket.pause();
  }
}
