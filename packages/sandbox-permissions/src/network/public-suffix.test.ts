import { expect, it } from "vitest";
import { isRegistrySuffix, isSharedSuffix } from "./public-suffix.ts";

it.each(["com", "co.uk", "xn--p1ai", "foo.ck", "intranet"])("%s belongs to a registry", (host) => {
  expect(isRegistrySuffix(host)).toBe(true);
  expect(isSharedSuffix(host)).toBe(true);
});

it.each(["github.io", "s3.amazonaws.com", "vercel.app"])("%s is shared by strangers but is a name of its own", (host) => {
  expect(isRegistrySuffix(host)).toBe(false);
  expect(isSharedSuffix(host)).toBe(true);
});

it.each(["example.co.uk", "me.github.io", "www.ck", "_x.example.com"])("%s is one owner's", (host) => {
  expect(isSharedSuffix(host)).toBe(false);
});
