import { describe, expect, it } from "vitest";
import { networkRuleText } from "./network-rule-text.ts";
import { parseNetworkEntry } from "./parse-network-entry.ts";

describe("rules, section 2: forms of an entry", () => {
  it.each([
    ["api.example.dev", { kind: "host", host: "api.example.dev", port: 443 }],
    ["API.Example.DEV", { kind: "host", host: "api.example.dev", port: 443 }],
    ["api.example.dev:443", { kind: "host", host: "api.example.dev", port: 443 }],
    ["api.example.dev:8443", { kind: "host", host: "api.example.dev", port: 8443 }],
    ["*.example.dev", { kind: "subdomains", host: "example.dev", port: 443 }],
    ["*.example.dev:8443", { kind: "subdomains", host: "example.dev", port: 8443 }],
    ["*.me.github.io", { kind: "subdomains", host: "me.github.io", port: 443 }],
    ["tcp:db.example.dev:5432", { kind: "tcp", host: "db.example.dev", port: 5432 }],
    ["例え.jp", { kind: "host", host: "xn--r8jz45g.jp", port: 443 }],
    ["Bücher.de", { kind: "host", host: "xn--bcher-kva.de", port: 443 }],
    ["_x.example.com", { kind: "host", host: "_x.example.com", port: 443 }],
    ["{account}", { kind: "account" }],
    ["local:shared", { kind: "shared" }],
    ["*", { kind: "any" }],
  ])("%s", (text, rule) => {
    expect(parseNetworkEntry(text)).toEqual({ ok: true, rule });
  });

  it("writes each rule back in one form", () => {
    for (const text of ["api.example.dev", "api.example.dev:8443", "*.example.dev", "tcp:db.example.dev:5432", "{account}", "local:shared", "*"]) {
      const read = parseNetworkEntry(text);
      expect(read.ok && networkRuleText(read.rule)).toBe(text);
    }
  });
});

describe("rules, section 2: refused when the manifest is read", () => {
  const refused: Record<string, readonly string[]> = {
    "scheme, path, user info": ["https://api.example.dev", "api.example.dev/v1", "user@api.example.dev", "api.example.dev?x", "api.example.dev#x", "api.example.dev\\x"],
    "port outside 1 to 65535": ["api.example.dev:0", "api.example.dev:65536", "api.example.dev:", "api.example.dev:08443", "api.example.dev:x", "api.example.dev:-1", "tcp:a.example.dev:0", "tcp:a.example.dev"],
    "any other *": ["**", "*.*.example.dev", "api.*.dev", "*example.dev", "api.example.*", "*.", "*:8443", "tcp:*.example.dev:1", "tcp:*:1"],
    "address in any spelling": ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "::1", "[::1]", "[::1]:443", "93.184.216.34:443", "127。0。0。1", "*.1.2.3.4", "tcp:10.0.0.1:22", "10.0.0.0/8", "fe80::1%eth0"],
    "single label or suffix": ["intranet", "com", "co.uk", "*.com", "*.co.uk", "*.github.io", "*.s3.amazonaws.com", "foo.ck"],
    "local names": ["localhost", "a.localhost", "printer.local", "x.internal", "metadata.google.internal", "metadata.goog", "nas.lan", "*.local", "localhost:3000"],
    "not canonical": ["api..example.dev", ".example.dev", "api.example.dev.", "api.example.dev ", " api.example.dev", "api.example%2edev", "ap\u0000i.dev", "api.ex\u00adample.dev", "ＡＰＩ.example.dev", "api．example.dev", "-a.dev", "127.0.0.1_", "a.b1", "a`b.dev", "xn--999999.dev", "", "api.\texample.dev"],
    "look-alikes": ["xn--80ak6aa92e.com", "аpi.example.dev", "раypal.com"],
    "placeholders": ["{Account}", "{host}", "api.{account}", "local:22", "local:", "LOCAL:shared"],
  };
  for (const [group, entries] of Object.entries(refused)) {
    it.each(entries)(`${group}: %j`, (text) => {
      expect(parseNetworkEntry(text)).toEqual({ ok: false, message: expect.any(String) });
    });
  }
});
