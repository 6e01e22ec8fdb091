import { describe, expect, it } from "vitest";
import { judgeCall, outcomeOf, samplePolicy } from "../testing/sample-policy.ts";

const outcome = (network: readonly string[], host: string, port: number): string => outcomeOf(judgeCall(samplePolicy({ network }), "tcp/open", { host, port }, { accounts: () => ["http://10.0.0.4:5432", "https://git.corp"], sharedPorts: () => [5432] }));

describe("rules, section 2: tcp entries", () => {
  it.each([
    ["tcp:db.example.dev:5432", "db.example.dev", 5432],
    ["tcp:db.example.dev:5432", "DB.Example.dev.", 5432],
    ["tcp:db.example.dev:443", "db.example.dev", 443],
    ["tcp:例え.jp:25", "xn--r8jz45g.jp", 25],
    ["tcp:例え.jp:25", "例え.jp", 25],
  ])("%s allows %s on %d", (entry, host, port) => expect(outcome([entry], host, port)).toBe("allowed"));

  it.each([
    ["tcp:db.example.dev:5432", "db.example.dev", 5433],
    ["tcp:db.example.dev:5432", "db.example.dev", 443],
    ["tcp:db.example.dev:5432", "a.db.example.dev", 5432],
    ["tcp:db.example.dev:5432", "example.dev", 5432],
    ["tcp:db.example.dev:5432", "db.example.dev..", 5432],
    ["db.example.dev:5432", "db.example.dev", 5432],
    ["tcp:db.example.dev:5432", ".", 5432],
    ["db.example.dev", "db.example.dev", 443],
    ["*.example.dev", "db.example.dev", 443],
    ["*", "db.example.dev", 443],
    ["{account}", "10.0.0.4", 5432],
    ["{account}", "git.corp", 443],
    ["local:shared", "127.0.0.1", 5432],
    ["*", "localhost", 443],
  ])("%s refuses %s on %d", (entry, host, port) => expect(outcome([entry], host, port)).toBe("denied"));

  it.each(["127.0.0.1", "0x7f.1", "2130706433", "0177.0.0.1", "127.1", "::1", "[::1]", "::ffff:127.0.0.1", "①②⑦.⓪.⓪.①"])("refuses the address %s", (host) => {
    expect(outcome(["*", "{account}", "tcp:db.example.dev:5432"], host, 5432)).toBe("denied");
  });

  it.each(["db.example.dev/x", "u@db.example.dev", "db.example.dev?", "db.example.dev#", "db.example\t.dev", "db.example.dev\0", " db.example.dev", "db%2eexample.dev", "a\\b"])("calls %j malformed", (host) => {
    expect(outcome(["tcp:db.example.dev:5432"], host, 5432)).toBe("malformed");
  });

  it("gives the canonical host, for public addresses", () => {
    const decision = judgeCall(samplePolicy({ network: ["tcp:db.example.dev:5432"] }), "tcp/open", { host: "DB.example.dev.", port: 5432 });
    expect(decision).toEqual({ allowed: true, target: "db.example.dev", grant: { kind: "tcp", host: "db.example.dev", port: 5432, addresses: "public" } });
  });

  it("says what to declare, and keeps what it was given out of the way of a log reader", () => {
    expect(judgeCall(samplePolicy({}), "tcp/open", { host: "db.evil.dev", port: 25 })).toMatchObject({ target: "db.evil.dev", reason: expect.stringContaining('"tcp:db.evil.dev:25"') as string });
    expect(judgeCall(samplePolicy({}), "tcp/open", { host: "a\u001b[2J", port: 25 })).toMatchObject({ target: "a\\u001b[2J" });
    expect(judgeCall(samplePolicy({}), "tcp/open", { host: "x".repeat(1000), port: 25 }).target).toBe("x".repeat(1000));
  });
});
