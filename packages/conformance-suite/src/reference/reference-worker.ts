import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { getHeapStatistics } from "node:v8";
import vm from "node:vm";
import { parentPort, workerData } from "node:worker_threads";

/** What the reference's worker is started with. */
export interface ReferenceInit {
  /** Text of the plugin's module. */
  readonly source: string;
  /** Run the plugin in the worker's own realm. */
  readonly open: boolean;
  /** Counts messages that the host has not handled yet. */
  readonly waiting: Int32Array;
}

/** What the worker says to its host. */
export type ReferenceMessage =
  | { readonly kind: "loaded" }
  | { readonly kind: "failed"; readonly message: string }
  /** A message of the guest; `id` is its id (0 for none), so that the host can answer one that it will not parse; `externalBytes` are its buffers then. */
  | { readonly kind: "text"; readonly id: number; readonly answers: boolean; readonly text: string; readonly externalBytes: number };

/** Messages that may wait at the host before the guest's thread does. */
const WAITING = 512;

interface GuestRealm {
  receive(text: string): void;
  load(plugin: unknown): void;
}

const { source, open, waiting } = workerData as ReferenceInit;
const port = parentPort;
if (port === null) throw new Error("This file runs in a worker.");

function send(message: ReferenceMessage): void {
  for (let count = Atomics.load(waiting, 0); count >= WAITING; count = Atomics.load(waiting, 0)) Atomics.wait(waiting, 0, count);
  Atomics.add(waiting, 0, 1);
  port?.postMessage(message);
}

// The realm shares no object with this one but the two functions that its first script keeps to itself.
const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
const script = `(post, draw, door) => {\n${readFileSync(new URL("./reference-guest.js", import.meta.url), "utf8")}\n}`;
const install = (open ? vm.runInThisContext(script) : vm.runInContext(script, context)) as (post: unknown, draw: () => number, door: object) => void;
const door = {};
install(
  (id: number, answers: boolean, text: string) => send({ kind: "text", id, answers, text, externalBytes: getHeapStatistics().external_memory }),
  () => randomBytes(1)[0] ?? 0,
  door,
);
const realm = door as GuestRealm;

/** Refuses an import with an error of the guest's own realm. */
function refuseImport(specifier: string): never {
  throw vm.runInContext(`new TypeError(${JSON.stringify(`No module "${specifier}" is inside the plugin.`)})`, context);
}

async function load(): Promise<void> {
  if (open) return realm.load(((await import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`)) as { readonly default?: unknown }).default);
  const module = new vm.SourceTextModule(source, { context, identifier: "run.js", importModuleDynamically: refuseImport });
  await module.link(refuseImport);
  await module.evaluate();
  realm.load((module.namespace as { readonly default?: unknown }).default);
}

process.on("unhandledRejection", () => {
  // A plugin's own affair: nobody in the guest waits for it.
});
port.on("message", (text: string) => realm.receive(text));
load().then(
  () => send({ kind: "loaded" }),
  (error: unknown) => send({ kind: "failed", message: String((error as Error | undefined)?.message) }),
);
