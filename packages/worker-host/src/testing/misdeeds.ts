import { parentPort } from "node:worker_threads";
import type { Behaviour } from "./behaviours.ts";

function post(data: unknown): void {
  parentPort?.postMessage(data);
}

function allocate(): void {
  let chain: unknown = null;
  for (;;) chain = { chain };
}

/** Behaviours of guests, and of workers, that do what they must not. */
export const misdeeds: Readonly<Record<string, Behaviour>> = {
  spin: () => {
    for (;;);
  },
  answerThenSpin: (_guest, _params, answer) => {
    answer("answered");
    for (;;);
  },
  /** Does not return from native code, where no interrupt is looked for. */
  spinNative: () => {
    const holes: unknown[] = [];
    holes.length = 2 ** 28;
    for (;;) holes.join("");
  },
  allocate,
  throwNow: () => {
    throw new Error("secret /host/path");
  },
  throwLater: () => void setImmediate(() => {
    throw new Error("secret /host/path");
  }),
  exit: () => process.exit(3),
  malformed: (guest) => guest.port.send("{"),
  notRpc: (guest) => guest.port.send('{"id":1,"result":1}'),
  batch: (guest) => guest.port.send("[]"),
  deep: (guest, _params, _answer, id) => guest.port.send(`{"jsonrpc":"2.0","id":${id},"result":${"[".repeat(70)}${"]".repeat(70)}}`),
  huge: (guest, _params, answer) => answer("x".repeat(9 * 1024 * 1024)),
  /** Goes round the check on the worker's side. */
  hugePost: () => post(`="${"x".repeat(9 * 1024 * 1024)}"`),
  unsolicited: (guest) => guest.port.send('{"jsonrpc":"2.0","id":4711,"result":1}'),
  nullId: (guest) => guest.port.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}'),
  twice: (_guest, _params, answer) => {
    answer(1);
    answer(2);
  },
  floodRequests: (guest) => {
    for (let id = 1; ; id++) guest.port.send(`{"jsonrpc":"2.0","id":${id},"method":"kv/get","params":{}}`);
  },
  floodNotifications: (guest) => {
    for (;;) guest.port.send('{"jsonrpc":"2.0","method":"log","params":{}}');
  },
  /** Notifications that take no notice of credit. */
  floodPast: () => {
    for (let i = 0; i < 5000; i++) post('={"jsonrpc":"2.0","method":"log","params":{}}');
  },
  postObject: () => post({ order: "start" }),
  postUnknownMark: () => post("?hello"),
  postBadNote: () => post("#{"),
  postReadyAgain: () => post('#{"note":"ready"}'),
  postAskTwice: () => {
    post('@{"jsonrpc":"2.0","id":1,"method":"kv/get"}');
    post('@{"jsonrpc":"2.0","id":2,"method":"kv/get"}');
  },
};
