import { expect, test } from "vitest";
import { KeyedLock } from "./keyed-lock.ts";

test("things of one key follow each other, those of others do not wait, and a failure holds nobody up", async () => {
  const lock = new KeyedLock();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = [
    lock.run("a", () => first.promise.then(() => void done.push("a1"))),
    lock.run("a", async () => (done.push("a2"), Promise.reject(new Error("no")))),
    lock.run("a", async () => void done.push("a3")),
    lock.run("b", async () => void done.push("b1")),
  ];
  await work[3];
  expect(done).toEqual(["b1"]);
  first.resolve();
  await expect(work[1]).rejects.toThrow("no");
  await lock.idle();
  expect(done).toEqual(["b1", "a1", "a2", "a3"]);
});
