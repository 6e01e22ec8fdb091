import { renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";

/** What the test hands to this worker: the folder with `root` and `out` in it, and how often and how long to swap at most. */
export interface SwapperData {
  readonly base: string;
  readonly rounds: number;
  readonly millis: number;
}

const { base, rounds, millis } = workerData as SwapperData;
const at = (...names: string[]): string => join(base, ...names);

/** Puts links that lead out in the place of a directory and of a file, and takes them away again. The guest makes files meanwhile. */
function swap(): void {
  renameSync(at("root/d"), at("root/d-aside"));
  symlinkSync("../out", at("root/d"));
  unlinkSync(at("root/d"));
  symlinkSync(at("out"), at("root/d"));
  unlinkSync(at("root/d"));
  renameSync(at("root/d-aside"), at("root/d"));
  renameSync(at("root/g"), at("root/g-aside"));
  symlinkSync("../out/f", at("root/g-link"));
  renameSync(at("root/g-link"), at("root/g"));
  renameSync(at("root/g-aside"), at("root/g"));
}

try {
  const end = performance.now() + millis;
  for (let round = 0; round < rounds && performance.now() < end; round += 1) swap();
} finally {
  writeFileSync(at("root/stop"), "");
}
