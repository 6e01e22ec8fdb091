import type { BundleFile } from "@ambit/api-types";
import { expect, test } from "vitest";
import { bundleListing, LISTING_FILE, withoutListing } from "./bundle-listing.ts";

const file = (path: string, text: string): BundleFile => ({ path, bytes: new TextEncoder().encode(text) });
const files = [file("ambit-plugin.json", "{}"), file("run.js", "1")];
const listing = bundleListing({ id: "a", version: "1.0.0" }, files);
const bundled = (given: unknown, own: readonly BundleFile[] = files) => withoutListing({ files: [...own, file(LISTING_FILE, typeof given === "string" ? given : JSON.stringify(given))], leftOut: ["x"] });

test("a listing that is right is taken out, and what has none stays as it is", () => {
  expect(bundled(listing)).toEqual({ files, leftOut: ["x"] });
  expect(withoutListing({ files, leftOut: [] })).toEqual({ files, leftOut: [] });
});

test.for<[what: string, given: unknown, own: readonly BundleFile[], message: RegExp]>([
  ["a file that was changed", listing, [file("ambit-plugin.json", "{}"), file("run.js", "2")], /^run\.js: It is not what/],
  ["a file that was added", listing, [...files, file("more.js", "")], /^more\.js: .*does not have it/],
  ["a file that was taken out", listing, files.slice(0, 1), /^run\.js: .*the bundle does not/],
  ["a digest of another bundle", { ...listing, bundleDigest: "0".repeat(64) }, files, /^ambit-bundle\.json: Its digest/],
  ["another format", { ...listing, format: "ambit-bundle/2" }, files, /^ambit-bundle\.json: It is no listing/],
  ["an unknown key", { ...listing, signed: true }, files, /^ambit-bundle\.json: It is no listing/],
  ["no JSON", "{", files, /^ambit-bundle\.json: It is no listing/],
  ["a nesting without an end", "[".repeat(100_000), files, /^ambit-bundle\.json: It is no listing/],
])("%s is refused", ([, given, own, message]) => {
  expect(() => bundled(given, own)).toThrow(expect.objectContaining({ code: "BUNDLE_INVALID", message: expect.stringMatching(message) }));
});
