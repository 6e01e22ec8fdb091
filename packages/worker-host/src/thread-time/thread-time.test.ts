import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { ownThread, threadMillis } from "./thread-time.ts";

const work = `for (const end = performance.now() + 60; performance.now() < end;);
  require("node:worker_threads").parentPort.postMessage(require("node:fs").readlinkSync("/proc/thread-self"));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;

test("a thread's processor time is read from outside, while it neither answers nor runs", async () => {
  // Other systems do not tell.
  if (ownThread() === undefined) return expect(process.platform).not.toBe("linux");
  const worker = new Worker(work, { eval: true });
  const [place] = (await once(worker, "message")) as [string];
  const thread = Number(place.split("/").at(-1));
  const used = threadMillis(thread);
  expect(used).toBeGreaterThan(5);
  await new Promise((resolve) => void setTimeout(resolve, 200));
  expect(threadMillis(thread) - used).toBeLessThan(50);
  await worker.terminate();
});

test("a thread that is not there has no time", () => {
  expect(() => threadMillis(2 ** 30)).toThrow();
});
