/**
 * The guest of this package's tests: does what the method of a call says, good or bad.
 *
 * @packageDocumentation
 */

import type { CreateGuest, Guest, GuestInit, GuestPort, JsonValue } from "@ambit/api-types/guest";
import { type Behaviour, behaviours } from "./behaviours.ts";
import { misdeeds } from "./misdeeds.ts";

/** What a behaviour can use. */
export interface GuestContext {
  readonly init: GuestInit;
  readonly port: GuestPort;
  /** Notifications received so far. */
  readonly heard: readonly string[];
  /** Sends a request and goes on; the answer's text comes later. */
  request(method: string, params: JsonValue): Promise<string>;
}

const all: Readonly<Record<string, Behaviour>> = { ...behaviours, ...misdeeds };

class TestGuest implements Guest, GuestContext {
  readonly init: GuestInit;
  readonly port: GuestPort;
  readonly heard: string[] = [];
  readonly #waiting = new Map<number, (answer: string) => void>();
  #requests = 0;

  constructor(init: GuestInit, port: GuestPort) {
    this.init = init;
    this.port = port;
  }

  receive(message: string): void {
    const { id, method, params } = JSON.parse(message) as { id?: number; method?: string; params?: JsonValue };
    if (method === undefined) return this.#waiting.get(id ?? 0)?.(message);
    if (id === undefined) this.#hear(method, params ?? null);
    else this.#answer(id, method, params ?? null);
  }

  request(method: string, params: JsonValue): Promise<string> {
    const id = ++this.#requests;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.port.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  memoryBytes(): number {
    return 3 * 1024 * 1024;
  }

  dispose(): void {
    if (this.init.config["onDispose"] === "hang") for (;;);
  }

  #hear(method: string, params: JsonValue): void {
    this.heard.push(`${method} ${JSON.stringify(params)}`);
    if (method === "spin") for (;;);
  }

  #answer(id: number, method: string, params: JsonValue): void {
    const answer = (result: JsonValue): void => this.port.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
    const behave = all[method];
    if (behave === undefined) throw new Error(`no behaviour ${method}`);
    if (this.init.config["loud"] === true) this.port.send(JSON.stringify({ jsonrpc: "2.0", method: "log", params: { method } }));
    behave(this, params, answer, id);
  }
}

/** Makes the guest; `config.start` can spoil it. */
export const createGuest: CreateGuest = async (init, port) => {
  const start = init.config["start"];
  if (start === "throw") throw new Error("secret /host/path");
  if (start === "never") await new Promise(() => {});
  if (start === "spin") for (;;);
  return new TestGuest(init, port);
};
