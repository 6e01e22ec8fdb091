import type { Sandbox } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { createConfiner } from "@ambit/sandbox-process";
import { v8Backend } from "@ambit/sandbox-v8";
import { densePlacement } from "@ambit/worker-host";
import { echoPlugin } from "../guests/js-sandbox.ts";
import { figuresOf, onBothPlacements, targetsOf } from "../measure/on-both-placements.ts";
import { timed } from "../measure/timed.ts";
import type { Workload } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 15;
const CALLS = 100;
const IN_FLIGHT = 64;
const LARGE_ROUNDS = 6;
const LARGE_CALLS = 3;
const LARGE_BYTES = 1_048_576;

const params = { tool: "echo", arguments: { text: "hello world" } };
const largeParams = { tool: "echo", arguments: { text: "x".repeat(LARGE_BYTES) } };
const labels = { bare: "bare worker_threads message", portable: "call into QuickJS", dense: "call into QuickJS, dense", fast: "call into V8 in a confined process" };

/** Calls into each of the JavaScript engines against messages of a bare worker: one at a time, many in flight, and large. */
export const workload: Workload = {
  summary: `calls into a JavaScript plugin: one at a time, ${IN_FLIGHT} in flight, 1 MiB in and out`,
  async run(progress) {
    const bare = await BareWorker.start();
    const confiner = createConfiner();
    const backends = { portable: jsBackend(), dense: jsBackend({ placement: densePlacement() }), fast: v8Backend({ confiner }) };
    const plugin = echoPlugin();
    const [portable, dense, fast] = [await backends.portable.create(plugin.spec), await backends.dense.create(plugin.spec), await backends.fast.create(plugin.spec)];
    const engines = { portable, dense, fast };
    const [text, largeText] = [request(params), request(largeParams)];
    progress(`${ROUNDS} rounds of ${CALLS} calls each`);
    const single = await onBothPlacements({ bare: () => timed(CALLS, () => bare.roundTrip(text)), ...contenders(engines, (sandbox) => timed(CALLS, () => sandbox.call("tool/call", params))) }, ROUNDS);
    progress(`${ROUNDS} rounds with ${IN_FLIGHT} in flight`);
    const many = await onBothPlacements({ bare: () => waves(() => bare.burst(text, IN_FLIGHT)), ...contenders(engines, (sandbox) => waves(() => Promise.all(Array.from({ length: IN_FLIGHT }, () => sandbox.call("tool/call", params))))) }, ROUNDS);
    progress(`${LARGE_ROUNDS} rounds of ${LARGE_CALLS} calls with 1 MiB each`);
    const large = await onBothPlacements({ bare: () => timed(LARGE_CALLS, () => bare.roundTrip(largeText)), ...contenders(engines, (sandbox) => timed(LARGE_CALLS, () => sandbox.call("tool/call", largeParams))) }, LARGE_ROUNDS);
    await Promise.all([bare.stop(), ...Object.values(engines).map((sandbox) => sandbox.dispose())]);
    await Promise.all(Object.values(backends).map((backend) => backend.close()));
    confiner.close();
    plugin.remove();
    return {
      figures: [...figuresOf(single, labels), ...figuresOf(many, named(`${IN_FLIGHT} in flight`)), ...figuresOf(large, named("1 MiB in and out"))],
      targets: [
        ...targetsOf(single, "call into QuickJS / bare round trip", "portable", "bare", 1.6),
        ...targetsOf(single, "call into V8 / bare round trip", "fast", "bare", 1.3),
        ...targetsOf(many, "QuickJS, time a call / bare message, many in flight", "portable", "bare", 1 / 0.6),
        ...targetsOf(many, "V8, time a call / bare message, many in flight", "fast", "bare", 1 / 0.6),
        ...targetsOf(large, "QuickJS, 1 MiB in and out / bare transfer", "portable", "bare", 1.3),
        ...targetsOf(large, "V8, 1 MiB in and out / bare transfer", "fast", "bare", 1.3),
      ],
    };
  },
};

type Engine = "portable" | "dense" | "fast";

function contenders(engines: Readonly<Record<Engine, Sandbox>>, take: (sandbox: Sandbox) => Promise<readonly number[]>): Record<Engine, () => Promise<readonly number[]>> {
  return { portable: () => take(engines.portable), dense: () => take(engines.dense), fast: () => take(engines.fast) };
}

function request(of: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tool/call", params: of });
}

function named(what: string): typeof labels {
  return { bare: `${labels.bare}, ${what}`, portable: `${labels.portable}, ${what}`, dense: `${labels.dense}, ${what}`, fast: `${labels.fast}, ${what}` };
}

async function waves(wave: () => Promise<unknown>): Promise<readonly number[]> {
  return (await timed(CALLS / IN_FLIGHT + 1, wave)).map((micros) => micros / IN_FLIGHT);
}
