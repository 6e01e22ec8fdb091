import assert from "node:assert/strict";
import { secondStore, type StoreCase, storeCases } from "./store-case.ts";

/** What leases must keep; the time is the caller's. */
export const leaseCases: readonly StoreCase[] = storeCases("leases", {
  "one holder at a time": async (context) => {
    assert.deepEqual(await context.store.leases.acquire("l", "a", 100, 1000), { name: "l", holder: "a", expiresAt: 1100 });
    const store = await secondStore(context);
    assert.equal(await store.leases.acquire("l", "b", 100, 1099), undefined);
    assert.notEqual(await store.leases.acquire("other", "b", 100, 1000), undefined);
  },
  "of several at once one gets it": async (context) => {
    const other = await secondStore(context);
    const stores = [context.store, other];
    const takers = Array.from({ length: 10 }, (_, at) => stores[at % 2]?.leases.acquire("l", `h${at}`, 100, 1000));
    assert.equal((await Promise.all(takers)).filter((lease) => lease !== undefined).length, 1);
  },
  "its holder renews it, from the time handed in": async ({ store }) => {
    await store.leases.acquire("l", "a", 100, 1000);
    assert.equal((await store.leases.acquire("l", "a", 100, 1050))?.expiresAt, 1150);
    assert.equal(await store.leases.acquire("l", "b", 100, 1149), undefined);
  },
  "one that ran out is free": async ({ store }) => {
    await store.leases.acquire("l", "a", 100, 1000);
    assert.equal((await store.leases.acquire("l", "b", 100, 1100))?.holder, "b");
    assert.equal(await store.leases.acquire("l", "a", 100, 1150), undefined);
  },
  "its holder alone releases it": async ({ store }) => {
    await store.leases.acquire("l", "a", 100, 1000);
    await store.leases.release("l", "b");
    assert.equal(await store.leases.acquire("l", "b", 100, 1000), undefined);
    await store.leases.release("l", "a");
    await store.leases.release("l", "a");
    assert.equal((await store.leases.acquire("l", "b", 100, 1000))?.holder, "b");
  },
  "expired lists what ran out and nothing else": async ({ store }) => {
    await store.leases.acquire("x", "a", 100, 1000);
    await store.leases.acquire("y", "a", 200, 1000);
    assert.deepEqual(await store.leases.expired(1099), []);
    assert.deepEqual(await store.leases.expired(1100), [{ name: "x", holder: "a", expiresAt: 1100 }]);
  },
});
