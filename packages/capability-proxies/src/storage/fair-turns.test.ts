import { expect, test } from "vitest";
import { ProxyRig } from "../testing/proxy-rig.ts";

const BUSY_MS = 30;

/** A rig whose store keeps the host's thread for a while at each count, and the times at which it did. */
function busyRig(busyMs: number): { readonly rig: ProxyRig; readonly began: number[] } {
  const rig = new ProxyRig({ storage: { notes: {} } });
  const began: number[] = [];
  rig.store.collections.count = async () => {
    const start = performance.now();
    began.push(start);
    while (performance.now() - start < busyMs);
    return 0;
  };
  return { rig, began };
}

test("a plugin whose searches take long rests between them, however many it begins at once", async () => {
  const { rig, began } = busyRig(BUSY_MS);
  await using _closed = rig;
  const before = performance.now();
  await Promise.all(Array.from({ length: 4 }, () => rig.call("storage/count", { collection: "notes" })));
  const rests = began.map((start, at) => start - (began[at - 1] ?? before));
  expect(rests.slice(1)).toEqual(Array(3).fill(expect.toSatisfy((ms: number) => ms >= BUSY_MS * 4 - 5)));
  // Its quick calls wait for the rest too: the thread is for others then.
  expect(await rig.call("storage/get", { collection: "notes", id: "a" })).toMatchObject({ found: false });
  expect(performance.now() - (began.at(-1) ?? 0)).toBeGreaterThanOrEqual(BUSY_MS * 4 - 5);
});

test("others do not rest for it, and a call that was given up does nothing when its turn comes", async () => {
  const { rig, began } = busyRig(BUSY_MS * 10);
  await using _closed = rig;
  await rig.call("storage/count", { collection: "notes" });
  const controller = new AbortController();
  const waiting = rig.call("storage/count", { collection: "notes" }, { signal: controller.signal });
  await rig.call("storage/get", { collection: "notes", id: "a" }, { instance: rig.newInstance("2", "another") });
  expect(began).toHaveLength(1);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: "CALL_CANCELLED" });
  expect(began).toHaveLength(1);
});
