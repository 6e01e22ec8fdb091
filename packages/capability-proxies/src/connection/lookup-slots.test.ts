import { expect, test } from "vitest";
import { LookupSlots } from "./lookup-slots.ts";

test("a few run at once, the others in the order in which they came, and past the bound the oldest is dropped", async () => {
  const slots = new LookupSlots(2, 3, () => new Error("dropped"));
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
  const slots = new LookupSlots(1, 1, () => new Error("dropped"));
  await expect(slots.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await slots.run(async () => "next")).toBe("next");
});
