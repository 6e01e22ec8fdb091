import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { judgeAddress } from "./judge-address.ts";

describe("rules, section 2: addresses blocked even for a declared host", () => {
  it.each([
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "168.63.129.16", "169.254.169.254", "172.16.0.1", "172.31.255.255",
    "192.0.0.8", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.10", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
    "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::2", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::7f00:1", "::8.8.8.8",
    "::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "64:ff9b:1::808:808", "64:ff9b:2::1", "2002:a9fe:a9fe::", "2002:808:808::1",
    "2001::1", "2001:10::1", "2001:20::1", "2001:db8::1", "3fff::1", "5f00::1", "100::1", "100:0:0:1::1", "1::1", "4000::1", "2620:4f:8000::1",
    "2001:470::5efe:7f00:1", "2001:470::200:5efe:808:808",
  ])("%s", (address) => expect(judgeAddress(address, "public")).toBe(false));

  it.each(["", "not-an-ip", "127.0.0.1 ", "0x7f.1", "2130706433", "127.1", "[::1]", "8.8.8.8:53", "8.8.8.8\n", "08.8.8.8"])("rubbish %j", (address) => {
    expect(judgeAddress(address, "public")).toBe(false);
  });

  it.each([
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.15.255.255", "172.32.0.1", "169.253.255.255", "198.17.255.255", "198.20.0.1", "223.255.255.255",
    "192.0.1.1", "2001:4860:4860::8888", "2003::1", "2a00:1450:4001::200e", "2606:4700::1111", "::ffff:93.184.216.34", "64:ff9b::808:808", "2001:200::1",
  ])("public %s", (address) => expect(judgeAddress(address, "public")).toBe(true));
});

describe("rules, section 2: what a person typed for an account", () => {
  it.each(["10.0.0.4", "127.0.0.1", "192.168.1.20", "100.64.0.1", "172.16.0.1", "::1", "fd12::1", "8.8.8.8", "2a00::1", "::ffff:10.0.0.1"])("may be %s", (address) => {
    expect(judgeAddress(address, "account")).toBe(true);
  });
  it.each(["169.254.169.254", "fe80::1", "224.0.0.1", "255.255.255.255", "0.0.0.0", "::", "100.100.100.200", "fd00:ec2::254", "168.63.129.16", "ff02::1", "::ffff:169.254.169.254", "2002:a00:1::1"])(
    "may not be %s",
    (address) => expect(judgeAddress(address, "account")).toBe(false),
  );
  it("reaches a typed literal, and no other address", () => {
    expect(judgeAddress("169.254.1.1", "literal", "169.254.1.1")).toBe(true);
    expect(judgeAddress("fd00::1", "literal", "[fd00:0::1]")).toBe(true);
    expect(judgeAddress("192.168.1.21", "literal", "192.168.1.20")).toBe(false);
    expect(judgeAddress("192.168.1.20", "literal")).toBe(false);
  });
});

it("opens 127.0.0.1 alone for local servers", () => {
  expect(judgeAddress("127.0.0.1", "loopback")).toBe(true);
  for (const address of ["127.0.0.2", "::1", "10.0.0.1", "8.8.8.8"]) expect(judgeAddress(address, "loopback")).toBe(false);
});

it("judges a mapped or NAT64 address as the IPv4 inside, whatever it is", () => {
  fc.assert(
    fc.property(fc.ipV4(), (inside) => {
      const open = judgeAddress(inside, "public");
      expect(judgeAddress(`::ffff:${inside}`, "public")).toBe(open);
      expect(judgeAddress(`64:ff9b::${inside}`, "public")).toBe(open);
    }),
    { numRuns: 2000 },
  );
});
