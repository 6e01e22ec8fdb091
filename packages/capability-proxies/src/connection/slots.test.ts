import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

test("a few run at once, the others in the order in which they came, and past the bound the oldest is dropped", async () => {
  const slots = new Slots(2, 3, () => new Error("dropped"));
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const results = Array.from({ length: 6 }, (_, at) =>
    slots.run(() => {
      begun.push(at);
      return new Promise<number>((resolve) => ends.push(() => resolve(at)));
    }).catch((error: Error) => error.message),
  );
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  expect(await results[2]).toBe("dropped");
  for (let done = 0; done < 5; done += 1) {
    ends[done]?.();
    await new Promise(setImmediate);
  }
  expect(begun).toEqual([0, 1, 3, 4, 5]);
  expect(await Promise.all(results)).toEqual([0, 1, "dropped", 3, 4, 5]);
});

test("a lookup that fails gives its slot up", async () => {
  const slots = new Slots(1, 1, () => new Error("dropped"));
  await expect(slots.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await slots.run(async () => "next")).toBe("next");
});

test("a call that is given up leaves the line at once, and its place to the next", async () => {
  const slots = new Slots(1, 5, () => new Error("dropped"));
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const first = slots.run(() => held);
  const giving = new AbortController();
  const second = slots.run(async () => "second", giving.signal);
  const third = slots.run(async () => "third", new AbortController().signal);
  giving.abort();
  await expect(second).rejects.toMatchObject({ code: "CALL_CANCELLED" });
  end();
  await first;
  expect(await third).toBe("third");
  await expect(slots.run(async () => "late", giving.signal)).rejects.toMatchObject({ code: "CALL_CANCELLED" });
  expect(await slots.run(async () => "free")).toBe("free");
});
