import { mkdirSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";

/** What the test hands to this worker: the tree's base, and two shared counters (stop flag, swaps done). */
export interface SwapperData {
  readonly base: string;
  readonly control: SharedArrayBuffer;
}

const { base, control } = workerData as SwapperData;
const flags = new Int32Array(control);
const at = (...names: string[]): string => join(base, ...names);

/** The thread that works against the walk: it swaps directories and files for links that lead out, and moves a directory out and back. */
function swapAll(): void {
  renameSync(at("root/d"), at("root/d-aside"));
  symlinkSync("../out", at("root/d"));
  unlinkSync(at("root/d"));
  symlinkSync(at("out"), at("root/d"));
  unlinkSync(at("root/d"));
  renameSync(at("root/d-aside"), at("root/d"));
  renameSync(at("root/g"), at("root/g-aside"));
  symlinkSync("../out/f", at("root/g"));
  unlinkSync(at("root/g"));
  renameSync(at("root/g-aside"), at("root/g"));
  renameSync(at("root/a/b"), at("away/b"));
  renameSync(at("away/b"), at("root/a/b"));
}

mkdirSync(at("away"), { recursive: true });
while (Atomics.load(flags, 0) === 0) {
  swapAll();
  Atomics.add(flags, 1, 1);
}
