import { AmbitError, type JudgeFacts, type PermissionPolicy, defaultCeilings } from "@ambit/api-types";
import { compilePolicy } from "@ambit/sandbox-permissions";
import { describe, expect, test } from "vitest";
import { policyConnectJudge, singleServerJudge } from "./connect-judge.ts";

function policyWith(...hosts: readonly string[]): PermissionPolicy {
  const manifest = { id: "a", version: "1.0.0", permissions: { network: hosts.map((name) => ({ name })) }, limits: {} };
  return compilePolicy({ manifest, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
}

const factsWith = (...accounts: readonly string[]): JudgeFacts => ({ accounts: () => accounts, sharedPorts: () => [], platform: "linux", fenced: () => [], harnessRoots: () => ({}) });

describe("the judge of a plugin's connections", () => {
  test("allows a declared host on its judged addresses", async () => {
    const judge = policyConnectJudge(policyWith("api.example.dev"), factsWith(), async () => ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]);
    expect(await judge({ host: "api.example.dev", port: 443, scheme: "https" })).toEqual({ allowed: true, target: "api.example.dev", addresses: ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"], carries: "tls" });
  });

  test.each([
    ["another host", "other.example.dev", 443, "https"],
    ["another port", "api.example.dev", 8443, "https"],
    ["the clear", "api.example.dev", 80, "http"],
    ["an address", "93.184.216.34", 443, "https"],
    ["an address of six", "::1", 443, "https"],
    ["a subdomain", "x.api.example.dev", 443, "https"],
  ] as const)("refuses %s before a name is looked up", async (_name, host, port, scheme) => {
    let lookups = 0;
    const judge = policyConnectJudge(policyWith("api.example.dev"), factsWith(), async () => [String(++lookups)]);
    expect(await judge({ host, port, scheme })).toMatchObject({ allowed: false, code: "PERMISSION_DENIED" });
    expect(lookups).toBe(0);
  });

  test.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "rubbish"])("refuses a name that leads to %s too", async (address) => {
    const judge = policyConnectJudge(policyWith("api.example.dev"), factsWith(), async () => ["93.184.216.34", address]);
    expect(await judge({ host: "api.example.dev", port: 443, scheme: "https" })).toMatchObject({ allowed: false, code: "PERMISSION_DENIED" });
  });

  test("tells a name that leads nowhere from one that is refused", async () => {
    const judge = policyConnectJudge(policyWith("api.example.dev"), factsWith(), () => Promise.reject(new Error("no")));
    expect(await judge({ host: "api.example.dev", port: 443, scheme: "https" })).toMatchObject({ allowed: false, code: "NETWORK_FAILED" });
  });

  test("tells what the host says of a name, and nothing of what its resolver says", async () => {
    const judge = (error: Error): ReturnType<typeof policyConnectJudge> => policyConnectJudge(policyWith("api.example.dev"), factsWith(), () => Promise.reject(error));
    const asked = { host: "api.example.dev", port: 443, scheme: "https" } as const;
    expect(await judge(new AmbitError("NETWORK_FAILED", "This test has no network."))(asked)).toMatchObject({ code: "NETWORK_FAILED", reason: "This test has no network." });
    expect(await judge(new Error("server 10.0.0.53 said no"))(asked)).toMatchObject({ code: "NETWORK_FAILED", reason: expect.not.stringContaining("10.0.0.53") as string });
  });

  test("allows what a person typed for an account, in the clear and by address", async () => {
    const judge = policyConnectJudge(policyWith("{account}"), factsWith("http://192.168.1.5:8080"), async () => []);
    expect(await judge({ host: "192.168.1.5", port: 8080, scheme: "http" })).toMatchObject({ allowed: true, addresses: ["192.168.1.5"] });
    expect(await judge({ host: "192.168.1.6", port: 8080, scheme: "http" })).toMatchObject({ allowed: false });
  });
});

test("a raw socket is for the host and port that were declared for one", async () => {
  const judge = policyConnectJudge(policyWith("tcp:db.example.dev:5432"), factsWith(), async () => ["93.184.216.34"]);
  expect(await judge({ host: "db.example.dev", port: 5432, scheme: "https" })).toEqual({ allowed: true, target: "db.example.dev", addresses: ["93.184.216.34"], carries: "anything" });
  expect(await judge({ host: "db.example.dev", port: 5433, scheme: "https" })).toMatchObject({ allowed: false, code: "PERMISSION_DENIED" });
  expect(await judge({ host: "db.example.dev", port: 5432, scheme: "http" })).toMatchObject({ allowed: false });
  expect(await policyConnectJudge(policyWith("tcp:db.example.dev:5432"), factsWith(), async () => ["10.0.0.1"])({ host: "db.example.dev", port: 5432, scheme: "https" })).toMatchObject({ allowed: false });
});

test("the judge of one server allows that server and nothing else", async () => {
  const judge = singleServerJudge(new URL("https://index.example.dev/simple"), async () => ["10.0.0.7"]);
  expect(await judge({ host: "index.example.dev", port: 443, scheme: "https" })).toMatchObject({ allowed: true, addresses: ["10.0.0.7"] });
  for (const other of [{ host: "files.example.dev", port: 443 }, { host: "index.example.dev", port: 8443 }]) expect(await judge({ ...other, scheme: "https" })).toMatchObject({ allowed: false });
  expect(await judge({ host: "index.example.dev", port: 443, scheme: "http" })).toMatchObject({ allowed: false });
});
