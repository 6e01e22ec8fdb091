import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CapabilityProxy, JsonValue, SandboxBackend } from "@ambit/api-types";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { wasmSandbox } from "../guests/wasm-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import type { Workload } from "../measure/workload.ts";
import { extismPlugin } from "../peers/extism-plugin.ts";
import { JcoPlugin, translated } from "../peers/jco-plugin.ts";

const ROUNDS = 10;
const CALLS = 100;
/** How long a loop has run when a peer is ended; the sandbox ends it by itself, at its deadline. */
const LOOP_MILLIS = 30;
const CALL_SECONDS = 1;
/** So that both sides begin with whatever they keep ready. */
const REFILL_MILLIS = 250;
const component = fileURLToPath(new URL("../../packages/sandbox-wasm/fixtures/plugin-component/plugin-component.component.wasm", import.meta.url));

let stored: JsonValue = null;
const proxies: readonly CapabilityProxy[] = [
  { method: "kv/get", run: async () => ({ result: { found: true, value: stored } }) },
  { method: "kv/set", run: async ({ params }) => ((stored = (params as { readonly value: JsonValue }).value), { result: {} }) },
];

/** One instance of either side. */
interface Plugin {
  call(tool: string): Promise<unknown>;
  /** Ends it, in whatever call it is. */
  close(): Promise<void>;
}

/** Loading, calling, being called and ending one component, beside jco and preview2-shim in a worker; ending also beside Extism's worker. */
export const workload: Workload = {
  summary: "load, call, host call and kill of one component, beside jco and preview2-shim",
  async run(progress) {
    const backend = wasmBackend({ components: true });
    const files = await translated(component);
    const ambit = async (): Promise<Plugin> => {
      const sandbox = await wasmSandbox(component, { proxies, backend, run: { abi: "component" } });
      return { call: (tool) => sandbox.call("tool/call", { tool, arguments: {} }), close: () => sandbox.dispose() };
    };
    const jco = (): Promise<Plugin> => JcoPlugin.start(files);
    const extism = async (): Promise<Plugin> => extismPlugin(true);
    const [ours, theirs] = await Promise.all([ambit(), jco()]);
    progress(`${ROUNDS} rounds of ${CALLS} calls`);
    const both = (tool: string) => ({ ambit: () => timed(CALLS, () => ours.call(tool)), jco: () => timed(CALLS, () => theirs.call(tool)) });
    await sideBySide(both("count"), 3);
    const call = await sideBySide(both("count"), ROUNDS);
    // Two calls of the host in each: one that stores and one that reads.
    const host = await sideBySide(both("kv"), ROUNDS);
    await Promise.all([ours.close(), theirs.close()]);
    const load = await sideBySide({ ambit: () => loaded(ambit), jco: () => loaded(jco) }, ROUNDS);
    const kill = await sideBySide({ ambit: () => pastDeadline(backend), jco: () => killed(jco), extism: () => killed(extism) }, ROUNDS);
    await backend.close();
    const names = { ambit: "ambit", jco: "jco and preview2-shim" } as const;
    return {
      figures: [
        ...(["ambit", "jco"] as const).flatMap((name) => [
          figure(`load, ${names[name]}`, "us", load.samples[name]),
          figure(`call, ${names[name]}`, "us", call.samples[name]),
          figure(`call with two host calls, ${names[name]}`, "us", host.samples[name]),
          figure(`end of a loop, ${names[name]}`, "us", kill.samples[name]),
        ]),
        figure("end of a loop, Extism's worker", "us", kill.samples.extism),
      ],
      targets: [],
    };
  },
};

async function loaded(open: () => Promise<Plugin>): Promise<readonly number[]> {
  await pause(REFILL_MILLIS);
  const start = performance.now();
  const plugin = await open();
  const micros = (performance.now() - start) * 1000;
  await plugin.close();
  return [micros];
}

/** How long after its deadline a loop is over, its thread included. */
async function pastDeadline(backend: SandboxBackend): Promise<readonly number[]> {
  const sandbox = await wasmSandbox(component, { proxies, backend, run: { abi: "component" }, limits: { callSeconds: CALL_SECONDS } });
  const start = performance.now();
  const call = sandbox.call("tool/call", { tool: "spin", arguments: {} }).catch(() => undefined);
  await sandbox.exited;
  const micros = (performance.now() - start - CALL_SECONDS * 1000) * 1000;
  await call;
  return [micros];
}

async function killed(open: () => Promise<Plugin>): Promise<readonly number[]> {
  const plugin = await open();
  const call = plugin.call("spin").catch(() => undefined);
  await pause(LOOP_MILLIS);
  const start = performance.now();
  await plugin.close();
  const micros = (performance.now() - start) * 1000;
  await Promise.race([call, pause(0)]);
  return [micros];
}
