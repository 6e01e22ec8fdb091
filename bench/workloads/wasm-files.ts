import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wasmSandbox } from "../guests/wasm-sandbox.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure, median } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";
import { NodeWasi } from "../peers/node-wasi.ts";

const ROUNDS = 12;
/** As often as the guest does, in as many batches. */
const BATCHES = 40;
const READS = 500;
const OPENS = 100;
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const module = at("../guests/files/files.wasm");
const component = at("../guests/files/files.component.wasm");

/** Nanoseconds of one read of 16 bytes, and of one opening and closing. */
interface FileTimes {
  readonly read: number;
  readonly open: number;
}

/** Reading and opening files in a guest against the same from JavaScript, and against the peers. The guest holds the clock. */
export const workload: Workload = {
  summary: "a 16-byte read, and an open with its close, inside a WASI guest",
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), "ambit-bench-"));
    writeFileSync(join(folder, "data"), Buffer.alloc(16 * READS * BATCHES, "x"));
    const options = { permissions: { files: [{ root: "workspace", access: "read" as const }] }, roots: { workspace: { hostPath: folder } } };
    const sandbox = await wasmSandbox(module, options);
    const components = await wasmSandbox(component, { ...options, run: { abi: "component" }, backendOptions: { components: true } });
    const contenders: Record<string, () => Promise<FileTimes>> = {
      "fs of Node": async () => plainTimes(join(folder, "data")),
      ambit: async () => (await sandbox.call("tool/call", { tool: "run", arguments: {} })) as unknown as FileTimes,
      "ambit, component": async () => (await components.call("tool/call", { tool: "run", arguments: {} })) as unknown as FileTimes,
      "node:wasi": async () => nodeTimes(folder),
      "jco and preview2-shim": async () => JSON.parse(execFileSync(process.execPath, [at("../peers/jco-command.ts"), component, folder], { encoding: "utf8" })) as FileTimes,
    };
    progress(`${ROUNDS} rounds of ${READS * BATCHES} reads and ${OPENS * BATCHES} opens each`);
    const times = new Map<string, FileTimes[]>(Object.keys(contenders).map((name) => [name, []]));
    const noted = Object.fromEntries(
      Object.entries(contenders).map(([name, run]) => [
        name,
        async () => {
          const one = await run();
          times.get(name)?.push(one);
          return [one.read];
        },
      ]),
    );
    const reads = await sideBySide(noted, ROUNDS);
    await Promise.all([sandbox.dispose(), components.dispose()]);
    rmSync(folder, { recursive: true });
    const opens = (name: string): readonly number[] => (times.get(name) ?? []).map(({ open }) => open / 1000);
    const openRatio = (of: string, to: string): number => median(opens(of).map((value, round) => value / (opens(to)[round] ?? Number.NaN)));
    return {
      figures: Object.keys(contenders).flatMap((name) => [figure(`read of 16 bytes, ${name}`, "us", (reads.samples[name] ?? []).map((ns) => ns / 1000)), figure(`open and close, ${name}`, "us", opens(name))]),
      targets: [
        target("read / fs.readSync", reads.ratio("ambit", "fs of Node"), 2.5),
        target("open and close / fs.openSync + closeSync", openRatio("ambit", "fs of Node"), 3),
        target("read / read of preview2-shim", reads.ratio("ambit", "jco and preview2-shim"), 1 / 10),
      ],
    };
  },
};

function plainTimes(file: string): FileTimes {
  const bytes = new Uint8Array(16);
  const descriptor = openSync(file, "r");
  const read = batched(READS, () => readSync(descriptor, bytes, 0, 16, null));
  closeSync(descriptor);
  return { read, open: batched(OPENS, () => closeSync(openSync(file, "r"))) };
}

/** The median over batches, as the guest has it: nanoseconds of one. */
function batched(times: number, act: () => unknown): number {
  const batches = Array.from({ length: BATCHES }, () => {
    const begin = performance.now();
    for (let i = 0; i < times; i++) act();
    return ((performance.now() - begin) * 1e6) / times;
  });
  return median(batches);
}

function nodeTimes(folder: string): FileTimes {
  const peer = new NodeWasi(module, { "/workspace": folder });
  try {
    peer.run();
    return JSON.parse(peer.output()) as FileTimes;
  } finally {
    peer.close();
  }
}
