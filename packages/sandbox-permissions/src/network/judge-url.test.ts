import type { JudgeFacts } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { judgeCall, outcomeOf, samplePolicy } from "../testing/sample-policy.ts";

const fetchOutcome = (network: readonly string[], url: string, facts: Partial<JudgeFacts> = {}): string => outcomeOf(judgeCall(samplePolicy({ network }), "net/fetch", { url }, facts));
const socketOutcome = (network: readonly string[], url: string, facts: Partial<JudgeFacts> = {}): string =>
  outcomeOf(judgeCall(samplePolicy({ network }), "ws/open", { url }, facts));

describe("rules, section 2: declared hosts", () => {
  it.each([
    ["api.example.dev", "https://api.example.dev/v1?q=1"],
    ["api.example.dev", "https://API.Example.DEV:443/"],
    ["api.example.dev", "https://api.example.dev./"],
    ["api.example.dev:8443", "https://api.example.dev:8443/"],
    ["*.example.dev", "https://a.example.dev/"],
    ["*.example.dev", "https://a.b.c.example.dev/"],
    ["*.example.dev:8443", "https://a.example.dev:8443/"],
    ["*", "https://anything.example.org/"],
    ["例え.jp", "https://xn--r8jz45g.jp/"],
    ["api.example.dev", "https://api.ex\u00adample.dev/"],
    ["api.example.dev", "https://@api.example.dev/"],
  ])("%s allows %s", (entry, url) => expect(fetchOutcome([entry], url)).toBe("allowed"));

  it.each([
    ["api.example.dev", "https://eu.api.example.dev/"],
    ["api.example.dev", "https://evilapi.example.dev/"],
    ["api.example.dev", "https://api.example.dev.evil.dev/"],
    ["api.example.dev", "https://api.example.dev:8443/"],
    ["api.example.dev", "http://api.example.dev/"],
    ["api.example.dev", "wss://api.example.dev/"],
    ["api.example.dev", "https://u@api.example.dev/"],
    ["api.example.dev", "https://:p@api.example.dev/"],
    ["api.example.dev", "https://api.example.dev../"],
    ["api.example.dev", "https://api.exam\tple.dev/"],
    ["api.example.dev", "ftp://api.example.dev/"],
    ["api.example.dev", "data:text/plain,api.example.dev"],
    ["api.example.dev:8443", "https://api.example.dev/"],
    ["*.example.dev", "https://example.dev/"],
    ["*.example.dev", "https://evilexample.dev/"],
    ["*.example.dev", "https://-a.example.dev/"],
    ["*.example.dev", "https://a`b.example.dev/"],
    ["*.example.dev", "https://xn--999999.example.dev/"],
    ["*.example.dev", "https://..example.dev/"],
    ["*.example.dev", `https://${"a".repeat(60)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.example.dev/`],
    ["*.example.dev", "https://a.example.dev:8443/"],
    ["*.tencentyun.com", "https://metadata.tencentyun.com/"],
    ["*", "https://example.org:8443/"],
    ["*", "https://localhost/"],
    ["*", "https://intranet/"],
    ["*", "https://nas.lan/"],
    ["*", "https://93.184.216.34/"],
    ["*", "https://[2606:4700::1111]/"],
    ["*", "https://metadata.goog/"],
    ["*", "https://127.0.0.1_/"],
    ["tcp:db.example.dev:443", "https://db.example.dev/"],
  ])("%s refuses %s", (entry, url) => expect(fetchOutcome([entry], url)).toBe("denied"));

  it.each(["", "//api.example.dev/", "https://", "https://api.example.dev:65536/", "https://a\u0000b.dev/", "https://[fe80::1%25eth0]/"])("calls %j malformed", (url) => {
    expect(fetchOutcome(["api.example.dev"], url)).toBe("malformed");
  });

  it("gives the object that was judged, without root dot", () => {
    const decision = judgeCall(samplePolicy({ network: ["api.example.dev"] }), "net/fetch", { url: "https://API.example.dev./x?y#z" });
    expect(decision.allowed && decision.grant.kind === "net" && decision.grant.url.href).toBe("https://api.example.dev/x?y#z");
    expect(decision).toMatchObject({ target: "api.example.dev", grant: { addresses: "public", mayUseProxy: true } });
  });

  it("says what to declare, and never echoes path, query or user info", () => {
    const decision = judgeCall(samplePolicy({}), "net/fetch", { url: "https://evil.dev:8443/PATH?QUERY" });
    expect(decision).toMatchObject({ target: "evil.dev", reason: expect.stringContaining('"evil.dev:8443"') });
    for (const url of ["https://evil.dev/PATH?QUERY", "https://USER:PASS@evil.dev/", "http://evil.dev/PATH", "https://127.0.0.1/PATH"]) {
      expect(JSON.stringify(judgeCall(samplePolicy({}), "net/fetch", { url }))).not.toMatch(/PATH|QUERY|USER|PASS/);
    }
  });
});

describe("rules, section 2: {account}", () => {
  const accounts = (...typed: readonly string[]): Partial<JudgeFacts> => ({ accounts: () => typed });
  it.each([
    ["http://gitlab.lan:8080", "http://gitlab.lan:8080/api", "account"],
    ["https://git.corp/some/path", "https://git.corp/api", "account"],
    ["git.corp", "https://git.corp/api", "account"],
    ["git.corp:8443", "https://git.corp:8443/", "account"],
    ["http://192.168.1.20:3000", "http://0xC0A80114:3000/", "literal"],
    ["http://[fd00::1]:3000", "http://[fd00:0::1]:3000/", "literal"],
    ["http://localhost:3000", "http://localhost:3000/", "account"],
  ])("typed as %s reaches %s", (typed, url, addresses) => {
    const decision = judgeCall(samplePolicy({ network: ["{account}"] }), "net/fetch", { url }, accounts(typed));
    expect(decision).toMatchObject({ allowed: true, grant: { addresses, mayUseProxy: true } });
  });
  it.each([
    ["http://gitlab.lan:8080", "http://gitlab.lan:9090/"],
    ["http://gitlab.lan:8080", "http://ci.gitlab.lan:8080/"],
    ["https://git.corp", "http://git.corp/"],
    ["http://git.corp", "https://git.corp/"],
    ["not a url at all", "https://not/"],
    ["ftp://git.corp", "https://git.corp/"],
  ])("typed as %s does not reach %s", (typed, url) => expect(fetchOutcome(["{account}"], url, accounts(typed))).toBe("denied"));
  it("is read again at each call", () => {
    let typed = ["https://git.corp"];
    const policy = samplePolicy({ network: ["{account}"] });
    const ask = (): string => outcomeOf(judgeCall(policy, "net/fetch", { url: "https://git.corp/" }, { accounts: () => typed }));
    expect(ask()).toBe("allowed");
    typed = [];
    expect(ask()).toBe("denied");
  });
  it("is asked again while what it opened is used", () => {
    let typed = ["https://git.corp"];
    const decision = judgeCall(samplePolicy({ network: ["{account}"] }), "net/stream", { url: "https://git.corp/" }, { accounts: () => typed });
    const stands = (): unknown => decision.allowed && decision.grant.kind === "net" && decision.grant.stillAllowed?.();
    expect(stands()).toBe(true);
    typed = ["https://other.corp"];
    expect(stands()).toBe(false);
    const declared = judgeCall(samplePolicy({ network: ["api.example.dev"] }), "net/stream", { url: "https://api.example.dev/" });
    expect(declared).not.toHaveProperty("grant.stillAllowed");
  });
  it("needs the entry", () => expect(fetchOutcome(["api.example.dev"], "https://git.corp/", accounts("https://git.corp"))).toBe("denied"));
});

describe("rules, section 2: local:shared and WebSockets", () => {
  const ports = (...list: readonly number[]): Partial<JudgeFacts> => ({ sharedPorts: () => list });
  it("opens http to 127.0.0.1 on a port of a live process, never through the proxy", () => {
    const decision = judgeCall(samplePolicy({ network: ["local:shared"] }), "net/fetch", { url: "http://127.0.0.1:41234/x" }, ports(41234));
    expect(decision).toMatchObject({ allowed: true, grant: { addresses: "loopback", mayUseProxy: false } });
  });
  it.each(["http://127.0.0.1:41235/", "http://localhost:41234/", "https://127.0.0.1:41234/", "http://[::1]:41234/", "http://127.0.0.2:41234/", "http://127.0.0.1/"])("refuses %s", (url) => {
    expect(fetchOutcome(["local:shared"], url, ports(41234))).toBe("denied");
  });
  it("is taken back when the process is gone", () => {
    let live = [41234];
    const decision = judgeCall(samplePolicy({ network: ["local:shared"] }), "net/stream", { url: "http://127.0.0.1:41234/" }, { sharedPorts: () => live });
    live = [];
    expect(decision.allowed && decision.grant.kind === "net" && decision.grant.stillAllowed?.()).toBe(false);
  });
  it("serves no WebSocket", () => expect(socketOutcome(["local:shared"], "ws://127.0.0.1:41234/", ports(41234))).toBe("denied"));
  it("lets WebSockets to the same hosts, encrypted alone", () => {
    expect(socketOutcome(["api.example.dev"], "wss://api.example.dev/s")).toBe("allowed");
    expect(socketOutcome(["api.example.dev"], "ws://api.example.dev/s")).toBe("denied");
    expect(socketOutcome(["api.example.dev"], "https://api.example.dev/s")).toBe("denied");
    expect(socketOutcome(["{account}"], "wss://git.corp/s", { accounts: () => ["https://git.corp"] })).toBe("allowed");
    expect(socketOutcome(["{account}"], "ws://git.corp/s", { accounts: () => ["http://git.corp"] })).toBe("denied");
  });
});
