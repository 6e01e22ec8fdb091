import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Writable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { ConfinedRig, shellSpec } from "../testing/confined-rig.ts";
import { until } from "../testing/host-process.ts";
import { childrenOf, endOrphanedWrappers } from "./orphaned-wrappers.ts";

const rig = new ConfinedRig();
afterAll(() => rig.close());

test("a wrapper's child that waits for a parent which is gone is ended, and one that runs is not", async () => {
  const running = await rig.confiner.start(shellSpec("read line; echo $line"));
  // Waits at its fourth descriptor with its child made and nothing asked for yet: the moment in which a host's death leaves that child.
  const wrapper = spawn("/usr/bin/bwrap", ["--args", "3", "--", "/usr/bin/true"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe", "pipe"] });
  const options = ["--unshare-user", "--unshare-pid", "--die-with-parent", "--ro-bind", "/", "/", "--info-fd", "5", "--userns-block-fd", "4"];
  (wrapper.stdio[3] as Writable).end(options.map((option) => `${option}\0`).join(""));
  const pid = wrapper.pid ?? 0;
  await until(() => childrenOf(pid).length === 1, 5000);
  const [orphan] = childrenOf(pid);
  wrapper.kill("SIGKILL");
  await once(wrapper, "exit");
  expect(existsSync(`/proc/${orphan}`)).toBe(true);
  endOrphanedWrappers();
  await until(() => !existsSync(`/proc/${orphan}`), 2000);
  running.stdin.end("still here\n");
  running.stderr.resume();
  const [line] = (await once(running.stdout, "data")) as [Buffer];
  expect(line.toString()).toBe("still here\n");
  expect((await running.exited).exitCode).toBe(0);
});
