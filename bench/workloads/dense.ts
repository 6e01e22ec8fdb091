import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Sandbox } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { densePlacement, superviseSandbox } from "@ambit/worker-host";
import { jsPlugin } from "../guests/js-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure, median, quantile } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";

const MEMORY_ROUNDS = 3;
const LOOPS = 20;
const CALL_SECONDS = 0.3;
const probe = fileURLToPath(new URL("../peers/dense-probe.ts", import.meta.url));

const loops = {
  loop: "export const tools = { run: () => { for (;;); } };",
  // The engine does not interrupt it: its thread is ended with all that are in it.
  native: "export const tools = { run: () => new Array(2 ** 28).join('x').length };",
};

/** Many idle plugins in few threads, and what a neighbour waits for when one of them loops. */
export const workload: Workload = {
  summary: "200 idle plugins of QuickJS, dense and separate; a neighbour of a looping one",
  async run(progress) {
    progress(`${MEMORY_ROUNDS} processes of each kind`);
    const memory = await sideBySide({ separate: () => megabytes("separate"), dense: () => megabytes("dense") }, MEMORY_ROUNDS);
    progress(`${LOOPS} loops of each kind, each ended after ${CALL_SECONDS} s`);
    const [loop, native] = [await waits(loops.loop), await waits(loops.native)];
    return {
      figures: [
        figure("idle plugin, a thread for each", "MB", memory.samples.separate),
        figure("idle plugin, dense", "MB", memory.samples.dense),
        figure("neighbour of a loop answers after its deadline", "ms", loop),
        figure("neighbour of a loop in native code answers after its deadline", "ms", native),
      ],
      targets: [
        target("megabytes of an idle plugin, dense", median(memory.samples.dense), 3),
        target("milliseconds until the neighbour of a loop answers, 99th percentile", quantile(loop, 0.99), 150),
        target("milliseconds until the neighbour of a loop in native code answers, 99th percentile", quantile(native, 0.99), 150),
      ],
    };
  },
};

async function megabytes(kind: "separate" | "dense"): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [probe, kind]);
  return [Number(stdout)];
}

/** Milliseconds past a loop's deadline until its neighbour, asked again and again as it is by a host, has answered. */
async function waits(source: string): Promise<readonly number[]> {
  const backend = jsBackend({ placement: densePlacement() });
  const [echo, attacker] = [jsPlugin("export const tools = { run: (args) => args };"), jsPlugin(source, { callSeconds: CALL_SECONDS, memoryMb: 256 })];
  const neighbour = superviseSandbox(() => backend.create(echo.spec), { callSeconds: 10 });
  const samples: number[] = [];
  for (let round = 0; round < LOOPS; round++) {
    await answered(() => neighbour.call("tool/call", { tool: "run", arguments: {} }));
    samples.push(await oneWait(await backend.create(attacker.spec), () => neighbour.call("tool/call", { tool: "run", arguments: {} })));
  }
  await neighbour.dispose();
  await backend.close();
  echo.remove();
  attacker.remove();
  return samples;
}

async function oneWait(attacker: Sandbox, ask: () => Promise<unknown>): Promise<number> {
  const deadline = performance.now() + CALL_SECONDS * 1000;
  const ended = attacker.call("tool/call", { tool: "run", arguments: {} }).then(() => "answered", () => "ended");
  await pause(20);
  await answered(ask);
  const millis = performance.now() - deadline;
  if ((await ended) !== "ended") throw new Error("The loop answered.");
  await attacker.dispose();
  return Math.max(0, millis);
}

/** Asks until there is an answer: a call under way in a thread that is ended ends with it. */
async function answered(ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask();
      return;
    } catch {
      await pause(1);
    }
  }
}
