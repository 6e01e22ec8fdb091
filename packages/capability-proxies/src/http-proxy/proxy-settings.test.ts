import { describe, expect, test } from "vitest";
import { readProxySettings } from "./proxy-settings.ts";

describe("the proxy", () => {
  test.each([
    ["http://proxy.corp:3128", { host: "proxy.corp", port: 3128 }],
    ["http://proxy.corp", { host: "proxy.corp", port: 80 }],
    ["HTTP://Proxy.Corp:3128/", { host: "proxy.corp", port: 3128 }],
    ["http://[fd00::1]:3128", { host: "fd00::1", port: 3128 }],
    ["http://us%40er:p%3Aw@proxy.corp:3128", { host: "proxy.corp", port: 3128, authorization: `Basic ${Buffer.from("us@er:p:w").toString("base64")}` }],
    ["http://user@proxy.corp", { host: "proxy.corp", port: 80, authorization: `Basic ${Buffer.from("user:").toString("base64")}` }],
  ])("%s", (url, server) => expect(readProxySettings({ url }).server).toEqual(server));

  test("none where none is set", () => {
    expect(readProxySettings({}).server).toBeUndefined();
    expect(readProxySettings({ url: "" }).server).toBeUndefined();
  });

  test.each(["proxy.corp:3128", "https://proxy.corp", "socks5://proxy.corp", "http://", "http://proxy.corp/path", "http://proxy.corp?x", "nonsense", "http://u%3Ax:SECRET@proxy.corp", "http://u:%ffSECRET@proxy.corp"])(
    "%s is refused, without being repeated",
    (url) => {
      expect(() => readProxySettings({ url })).toThrow(expect.objectContaining({ code: "HOST_CONFIG_INVALID", message: expect.stringMatching(/^proxy\.url (?!.*SECRET)/) as string }) as Error);
    },
  );

  test("certificates go unverified for the word true alone", () => {
    expect(readProxySettings({ allowUnverifiedCertificates: true }).verifiesCertificates).toBe(false);
    for (const word of [false, undefined, "true", 1, "false"]) {
      expect(readProxySettings({ allowUnverifiedCertificates: word } as never).verifiesCertificates).toBe(true);
    }
  });
});

describe("exclusions", () => {
  const excludes = (entry: string, host: string, port = 443): boolean => readProxySettings({ exclusions: [entry] }).isExcluded(host, port);

  test.each([
    ["example.com", "example.com"],
    ["example.com", "api.example.com"],
    ["example.com", "a.b.example.com"],
    [".example.com", "api.example.com"],
    ["*.example.com", "api.example.com"],
    ["EXAMPLE.com", "api.example.com"],
    [" example.com ", "example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["*", "anything.dev"],
    ["*", "[::1]"],
    ["10.0.0.1", "10.0.0.1"],
    ["10.0.0.0/8", "10.200.0.1"],
    ["fd00::1", "[fd00::1]"],
    ["[fd00:0::1]", "[fd00::1]"],
    ["fd00::/8", "[fd00::1]"],
    ["localhost", "localhost"],
  ])("%s means %s", (entry, host) => expect(excludes(entry, host)).toBe(true));

  test.each([
    ["example.com", "badexample.com"],
    ["example.com", "example.com.evil.dev"],
    ["example.com", "example.co"],
    ["10.0.0.0/8", "11.0.0.1"],
    ["10.0.0.0/8", "10.example.com"],
    ["10.0.0.0/8", "[a00::1]"],
    ["fd00::1", "[fd00::2]"],
    ["0.1", "10.0.0.1"],
  ])("%s does not mean %s", (entry, host) => expect(excludes(entry, host)).toBe(false));

  test("a port makes it that port alone", () => {
    expect(excludes("example.com:8443", "example.com", 8443)).toBe(true);
    expect(excludes("example.com:8443", "example.com", 443)).toBe(false);
    expect(excludes("example.com:80", "example.com", 80)).toBe(true);
    expect(excludes("example.com:80", "example.com", 443)).toBe(false);
    expect(excludes("[fd00::1]:8080", "[fd00::1]", 8080)).toBe(true);
    expect(excludes("[fd00::1]:8080", "[fd00::1]", 443)).toBe(false);
  });

  test.each(["", "ex*mple.com", "http://example.com", "example.com/path", "10.0.0.0/33", "a b", "u@example.com", "*.*"])("%j is refused", (entry) => {
    expect(() => readProxySettings({ exclusions: ["ok.dev", entry] })).toThrow("proxy.exclusions[1]");
  });
});
