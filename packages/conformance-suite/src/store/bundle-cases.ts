import assert from "node:assert/strict";
import type { BundleFile } from "@ambit/api-types";
import { secondStore, type StoreCase, storeCases } from "./store-case.ts";

const digest = "a".repeat(64);
const files: readonly BundleFile[] = [
  { path: "ambit-plugin.json", bytes: Buffer.from("{}") },
  { path: "lib/data.bin", bytes: Uint8Array.from([0, 255, 10, 13, 0]) },
  { path: "empty", bytes: new Uint8Array(0) },
];

function plain(found: readonly BundleFile[] | undefined): unknown {
  return found?.map(({ path, bytes }) => [path, [...bytes]]);
}

/** What a store of bundles must keep. */
export const bundleCases: readonly StoreCase[] = storeCases("bundles", {
  "a bundle comes back byte by byte": async (context) => {
    await context.store.bundles.put(digest, files);
    const store = await secondStore(context);
    assert.deepEqual(plain(await store.bundles.get(digest)), plain(files));
  },
  "an unknown digest is undefined": async ({ store }) => {
    assert.equal(await store.bundles.get(digest), undefined);
  },
  "a digest that is there stays as it is": async ({ store }) => {
    await store.bundles.put(digest, files);
    await store.bundles.put(digest, [{ path: "other", bytes: Buffer.from("x") }]);
    assert.deepEqual(plain(await store.bundles.get(digest)), plain(files));
  },
  "nobody shares bytes with the store": async ({ store }) => {
    const bytes = Buffer.from("abc");
    await store.bundles.put(digest, [{ path: "f", bytes }]);
    bytes[0] = 0;
    const first = await store.bundles.get(digest);
    first?.[0]?.bytes.fill(1);
    assert.deepEqual(plain(await store.bundles.get(digest)), [["f", [97, 98, 99]]]);
  },
  "a deleted bundle is gone, and others are not": async ({ store }) => {
    await store.bundles.put(digest, files);
    await store.bundles.put("b".repeat(64), files);
    await store.bundles.delete(digest);
    await store.bundles.delete(digest);
    assert.equal(await store.bundles.get(digest), undefined);
    assert.equal((await store.bundles.get("b".repeat(64)))?.length, files.length);
  },
});
