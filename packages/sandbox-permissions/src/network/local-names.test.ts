import { expect, it } from "vitest";
import { isLocalName, isMetadataName } from "./local-names.ts";

it.each(["localhost", "a.localhost", "printer.local", "metadata.google.internal", "nas.lan", "hidden.onion", "x.home.arpa", "kubernetes.default.svc"])("%s is local", (host) => {
  expect(isLocalName(host)).toBe(true);
});

it.each(["notlocal", "api.mylocalhost", "local.example.dev", "internal.example.dev", "home.example.dev"])("%s is not local", (host) => {
  expect(isLocalName(host)).toBe(false);
});

it("knows metadata services under public suffixes", () => {
  expect(isMetadataName("metadata.goog")).toBe(true);
  expect(isMetadataName("a.metadata.tencentyun.com")).toBe(true);
  expect(isMetadataName("mymetadata.goog")).toBe(false);
});
