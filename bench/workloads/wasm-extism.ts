import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CapabilityProxy } from "@ambit/api-types";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { wasmSandbox } from "../guests/wasm-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";
import { extismPlugin } from "../peers/extism-plugin.ts";

const ROUNDS = 12;
/** As many as in the workload of calls. Extism's worker takes longer the more calls it has had: some 85 us at first, 200 us after 5000. */
const CALLS = 300;
/** Calls of the host in one call of the guest, on both sides. */
const HOST_CALLS = 100;
const REFILL_MILLIS = 250;
const reactor = fileURLToPath(new URL("../guests/reactor/run.wasm", import.meta.url));
const proxies: readonly CapabilityProxy[] = [{ method: "kv/get", run: async () => ({ result: { found: true, value: "stored" } }) }];
const text = "x".repeat(1000);

/** Loading, calling and being called, beside Extism in this thread and in its worker; a loop in its foreground mode cannot be ended at all. */
export const workload: Workload = {
  summary: "load, call with 1,000 bytes, and host call, beside Extism's two modes",
  async run(progress) {
    const backend = wasmBackend();
    const open = (): ReturnType<typeof wasmSandbox> => wasmSandbox(reactor, { proxies, backend });
    const [ours, worker, foreground] = await Promise.all([open(), extismPlugin(true), extismPlugin(false)]);
    progress(`${ROUNDS} rounds of ${CALLS} calls`);
    const calls = {
      ambit: () => timed(CALLS, () => ours.call("tool/call", { tool: "echo", arguments: { text } })),
      worker: () => timed(CALLS, () => worker.call("echo", text)),
      foreground: () => timed(CALLS, () => foreground.call("echo", text)),
    };
    await sideBySide(calls, 3);
    const call = await sideBySide(calls, ROUNDS);
    const each = (samples: readonly number[]): readonly number[] => samples.map((micros) => micros / HOST_CALLS);
    const host = await sideBySide(
      {
        ambit: async () => (await ours.call("tool/call", { tool: "ask", arguments: { times: HOST_CALLS } })) as readonly number[],
        worker: async () => each(await timed(2, () => worker.call("ask", "key"))),
        foreground: async () => each(await timed(2, () => foreground.call("ask", "key"))),
      },
      ROUNDS,
    );
    await Promise.all([ours.dispose(), worker.close(), foreground.close()]);
    const load = await sideBySide({ ambit: () => loaded(open), worker: () => loadedPeer(true), foreground: () => loadedPeer(false) }, ROUNDS);
    await backend.close();
    return {
      figures: (["ambit", "worker", "foreground"] as const).flatMap((name) => {
        const label = name === "ambit" ? "ambit" : `Extism, ${name}`;
        return [figure(`load, ${label}`, "us", load.samples[name]), figure(`call, ${label}`, "us", call.samples[name]), figure(`host call, ${label}`, "us", host.samples[name])];
      }),
      targets: [target("call / call of Extism's worker", call.ratio("ambit", "worker"), 1 / 8), target("host call / host call of Extism's worker", host.ratio("ambit", "worker"), 1 / 8)],
    };
  },
};

async function loaded(open: () => ReturnType<typeof wasmSandbox>): Promise<readonly number[]> {
  // Both sides start with whatever they keep ready.
  await pause(REFILL_MILLIS);
  const start = performance.now();
  const sandbox = await open();
  const micros = (performance.now() - start) * 1000;
  await sandbox.dispose();
  return [micros];
}

async function loadedPeer(runInWorker: boolean): Promise<readonly number[]> {
  const start = performance.now();
  const plugin = await extismPlugin(runInWorker);
  const micros = (performance.now() - start) * 1000;
  await plugin.close();
  return [micros];
}
