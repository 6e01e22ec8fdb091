import type { JsonValue } from "@ambit/api-types";
import { plainBackend, plainSpec } from "../guests/plain-sandbox.ts";
import { figuresOf, onBothPlacements, targetsOf } from "../measure/on-both-placements.ts";
import type { Workload } from "../measure/workload.ts";
import { BareWorker } from "../peers/bare-worker.ts";

const ROUNDS = 60;
const CALLS = 300;
const request = { jsonrpc: "2.0", id: 1, method: "kv/get", params: { key: "last-run" } };

/** A blocking call of a guest to the host against a bare postMessage and `Atomics.wait`. */
export const workload: Workload = {
  summary: "a blocking call guest -> host -> guest",
  async run(progress) {
    const bare = await BareWorker.start();
    const backend = plainBackend();
    const sandbox = await backend.create(plainSpec());
    progress(`${ROUNDS} rounds of ${CALLS} calls each`);
    const ask = async (): Promise<readonly number[]> => numbers(await sandbox.call("ask", { times: CALLS, request }));
    const contenders = { bare: () => bare.blockingRoundTrips(CALLS, JSON.stringify(request)), ambit: ask };
    const runs = await onBothPlacements(contenders, ROUNDS);
    await Promise.all([bare.stop(), sandbox.dispose(), backend.close()]);
    return {
      figures: figuresOf(runs, { bare: "bare postMessage + Atomics.wait", ambit: "blocking kv/get of a plain guest" }),
      targets: targetsOf(runs, "host call / bare round trip", "ambit", "bare", 1.5),
    };
  },
};

function numbers(value: JsonValue): readonly number[] {
  if (!Array.isArray(value)) throw new TypeError("The guest answers with its samples.");
  return value.map(Number);
}
