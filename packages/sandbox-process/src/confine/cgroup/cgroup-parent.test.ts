import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfinedRig, shellSpec } from "../../testing/confined-rig.ts";
import { CgroupParent } from "./cgroup-parent.ts";
import { ownControllerFolders } from "./cgroup-hierarchies.ts";

const rig = new ConfinedRig();
afterAll(() => rig.close());

test("a bound on processors holds where a controller can be used, and is refused where none can", async () => {
  const layer = (await rig.confiner.describe()).layers.find(({ name }) => name === "cpu");
  // Two processes that never rest, for a second of wall time, on a fifth of a processor.
  const busy = rig.shell("for i in 1 2; do (while :; do :; done) & done; sleep 1; cat /proc/[0-9]*/stat | awk '{ sum += $14 + $15 } END { print sum }'", { limits: { cpus: 0.2, seconds: 20 } });
  if (layer?.holds === true) expect(Number((await busy).stdout.toString())).toBeLessThan(60);
  else await expect(busy).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
});

test("groups of a child are made for what it is bound in alone, with its bounds, and removed", () => {
  const parent = new CgroupParent();
  const own = ownControllerFolders();
  const made = (): string[] => Object.values(own).flatMap(({ folder }) => readdirSync(folder).filter((name) => name.startsWith(`ambit-${process.pid}-`)).map((name) => join(folder, name)));
  const seat = parent.seat(shellSpec("", { limits: { processes: 21 } }));
  const bounds = made().map((group) => readFileSync(join(group, "pids.max"), "utf8").trim());
  expect(bounds).toEqual(parent.version("pids") === undefined ? [] : ["21"]);
  seat.remove();
  expect(made()).toEqual([]);
});

test("a folder that is no cgroup bounds nothing, and is left as it was", () => {
  const folder = mkdtempSync(join(tmpdir(), "ambit-no-cgroup-"));
  mkdirSync(join(folder, "kept"));
  writeFileSync(join(folder, "file"), "");
  const parent = new CgroupParent(folder);
  expect([parent.usable, parent.version("pids"), parent.version("memory"), parent.version("cpu")]).toEqual([false, undefined, undefined, undefined]);
  expect(readdirSync(folder).toSorted()).toEqual(["file", "kept"]);
  rmSync(folder, { recursive: true });
});
