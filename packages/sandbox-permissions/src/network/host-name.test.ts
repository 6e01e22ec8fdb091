import { describe, expect, it } from "vitest";
import { isAddressLiteral, isStrictHost, unicodeHost } from "./host-name.ts";

describe("strict labels", () => {
  it.each(["a", "_dmarc", "a-b", "ab--cd", "xn--fa-hia", "0", "a".repeat(63)])("takes %s", (label) => expect(isStrictHost(label)).toBe(true));
  it.each(["", "-a", "a-", "a`b", "*", "A", "é", "xn--", "xn--999999", "xn--abc-", "a".repeat(64)])("refuses %j", (label) => expect(isStrictHost(label)).toBe(false));
});

describe("strict hosts", () => {
  it("counts 253 octets", () => {
    const host = `${"a".repeat(63)}.`.repeat(3);
    expect(isStrictHost(`${host}${"b".repeat(61)}`)).toBe(true);
    expect(isStrictHost(`${host}${"b".repeat(62)}`)).toBe(false);
  });
  it("refuses empty labels", () => expect(isStrictHost("a..b")).toBe(false));
});

describe("address literals", () => {
  it.each(["[::1]", "127.0.0.1", "10.0.0.1"])("sees %s", (host) => expect(isAddressLiteral(host)).toBe(true));
  it.each(["api.example.dev", "1.example.dev", "a1.dev"])("leaves %s", (host) => expect(isAddressLiteral(host)).toBe(false));
});

it("shows the readable form", () => {
  expect(unicodeHost("xn--r8jz45g.jp")).toBe("例え.jp");
  expect(unicodeHost("api.example.dev")).toBe("api.example.dev");
});
