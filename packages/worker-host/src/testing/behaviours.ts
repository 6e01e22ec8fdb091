import { spawnSync } from "node:child_process";
import { AmbitError, type JsonValue, timerMillis } from "@ambit/api-types/guest";
import type { GuestContext } from "./test-guest.ts";

/** What a call makes the guest do. */
export type Behaviour = (guest: GuestContext, params: JsonValue, answer: (result: JsonValue) => void, id: number) => void;

// State of the module, so of the whole thread.
let guestsInThread = 0;
let initializedWith: JsonValue = null;

/** Behaviours that break nothing. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  initialize: (guest, params, answer) => {
    guestsInThread++;
    initializedWith = params;
    answer(guest.init.config["initialize"] ?? { protocolVersion: 1 });
  },
  initialized: (_guest, _params, answer) => answer(initializedWith),
  guestsInThread: (_guest, _params, answer) => answer(guestsInThread),
  echo: (_guest, params, answer) => answer(params),
  init: (guest, _params, answer) => answer({ ...guest.init, image: String(guest.init.image) } as unknown as JsonValue),
  surroundings: (_guest, _params, answer) => answer({ env: { ...process.env } as JsonValue, argv: process.argv.slice(2) }),
  heard: (guest, _params, answer) => answer([...guest.heard]),
  later: (_guest, params, answer) => void setTimeout(() => answer("late"), timerMillis(Number(params))),
  never: () => {},
  /** Keeps the thread busy for so many milliseconds. */
  work: (_guest, params, answer) => {
    const end = performance.now() + Number(params);
    while (performance.now() < end);
    answer("worked");
  },
  /** Waits in native code for so many milliseconds, and uses no processor. */
  sleepNative: (_guest, params, answer) => {
    spawnSync("sleep", [String(Number(params) / 1000)], { env: { PATH: "/usr/bin:/bin" } });
    answer("slept");
  },
  /** Milliseconds of processor time, which are more by the clock on a busy machine. */
  burn: (_guest, params, answer) => {
    const begin = process.threadCpuUsage();
    while (process.threadCpuUsage(begin).user / 1000 < Number(params));
    answer("burnt");
  },
  ask: (guest, params, answer) => answer(guest.port.ask(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "kv/get", params }))),
  askText: (guest, params, answer) => answer(guest.port.ask(String(params))),
  askHuge: (guest, params, answer) => answer(guest.port.ask("x".repeat(Number(params)))),
  logThenAsk: (guest, _params, answer) => {
    guest.port.send('{"jsonrpc":"2.0","method":"log","params":{}}');
    guest.port.ask('{"jsonrpc":"2.0","id":1,"method":"kv/get","params":{}}');
    answer(null);
  },
  spelledRequest: (guest, _params, answer) => {
    guest.port.send('{"jsonrpc":"2.0","id":7,"meth\\u006fd":"kv/get"}');
    answer("sent");
  },
  request: (guest, params, answer) => void guest.request("kv/get", params).then(answer),
  /** Sends so many requests at once; answers with how often each outcome came. */
  requests: (guest, params, answer) => {
    const all = Array.from({ length: Number(params) }, () => guest.request("kv/get", {}));
    void Promise.all(all).then((texts) => answer({ refused: texts.filter((text) => text.includes("pendingCalls")).length, total: texts.length }));
  },
  notifications: (guest, params, answer) => {
    for (let i = 0; i < Number(params); i++) guest.port.send(JSON.stringify({ jsonrpc: "2.0", method: "log", params: { i } }));
    answer("sent");
  },
  error: (guest, params, _answer, id) => guest.port.send(JSON.stringify({ jsonrpc: "2.0", id, error: params })),
  print: (_guest, _params, answer) => {
    for (let i = 0; i < 1000; i++) console.error("x".repeat(1000));
    answer("printed");
  },
  fail: (guest, params) => guest.port.fail(new AmbitError(String(params) as "GUEST_TRAPPED", "The guest is over.", { limit: "stack" })),
};
