/**
 * The guest side of the JavaScript sandbox: everything that plugin code finds there beside the language. It runs inside the
 * guest, before the plugin, with no more rights than the plugin has: its one door is `post`, which takes text.
 *
 * `scripts/build-prelude.ts` bundles it into `src/generated`.
 */
import type { CallCancelParams, HookRunParams, InitializeParams, JsonObject, JsonValue, RouteCallParams, TimerHandle } from "@ambit/api-types";
import { Log } from "./console/log.ts";
import { installGlobals } from "./install-globals.ts";
import type { PreludeBounds } from "./prelude-bounds.ts";
import { parseJson } from "./primordials.ts";
import { type Place, usePlaces } from "./runner/error-text.ts";
import { PluginRunner } from "./runner/plugin-runner.ts";
import { type MakeStreams, useStreams } from "./streams/lazy-streams.ts";
import { Timers } from "./timers/timers.ts";
import { parseMessage, type Post, Wire } from "./wire/wire.ts";

/** What the host calls in the guest. */
export interface Prelude {
  /** Takes one message from the host. */
  receive(text: string): void;
  /** Takes the reason of a promise that was rejected and that nobody handles. */
  unhandled(reason: unknown): void;
}

/** The type of {@link install}. */
export type Install = typeof install;

/**
 * Puts the sandbox's interfaces in place and gives what the host drives the guest by.
 *
 * @param place tells where code was written.
 * @param makeStreams makes the standard streams in this instance.
 */
export function install(post: Post, boundsText: string, place: Place, makeStreams: MakeStreams): Prelude {
  usePlaces(place);
  useStreams(makeStreams);
  const bounds = parseJson(boundsText) as PreludeBounds;
  const wire = new Wire(post, bounds);
  const log = new Log(wire, bounds.logUnits);
  const timers = new Timers(wire, log, bounds.timersAtOnce);
  const start = installGlobals({ wire, log, timers });
  const load = (): Promise<object> => import(ENTRY) as Promise<object>;
  const runner = new PluginRunner({ wire, log, sleep: (ms) => timers.sleep(ms), every: (ms, callback) => void timers.set(callback, ms, [], true), load });
  const methods: { readonly [method: string]: (id: never, params: never) => unknown } = {
    // Without a prototype: a method named `constructor` is no method.
    __proto__: null as never,
    initialize: (id: number, params: InitializeParams) => {
      start();
      return runner.initialize(id, params);
    },
    "tool/call": (id: number, params: { tool: string; arguments: JsonObject }) => runner.callTool(id, params),
    "hook/run": (id: number, params: HookRunParams) => runner.runHook(id, params),
    "route/call": (id: number, params: RouteCallParams) => runner.callRoute(id, params),
    "call/cancel": (_id, params: CallCancelParams) => runner.cancel(params.id),
    "event/deliver": (_id, params: { event: string; payload: JsonValue }) => runner.deliver(params),
    "timer/fired": (_id, params: TimerHandle) => timers.fired(params.timer),
    shutdown: () => undefined,
  };
  return {
    receive: (text) => {
      const message = parseMessage(text);
      if (message.method === undefined) return wire.settle(message);
      const run = methods[message.method];
      if (run !== undefined) run(message.id as never, message.params as never);
      else if (message.id !== undefined) wire.answerError(message.id, wire.reply("METHOD_NOT_FOUND", `The plugin's runtime has no method "${message.method}".`));
    },
    unhandled: (reason) => log.failure("Unhandled rejection", reason),
  };
}

/** What the module loader takes for the plugin's entry module, from the prelude alone. */
const ENTRY = "ambit:entry";
