import { AmbitError, defaultCeilings } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { consentLines } from "../consent/consent-lines.ts";
import { diffPolicies } from "../diff/diff-policies.ts";
import { judgeUpdate } from "../diff/judge-update.ts";
import { readManifest } from "../manifest/read-manifest.ts";
import { outcomeOf, judgeCall, sampleManifest, samplePolicy } from "../testing/sample-policy.ts";
import type { HostTerms } from "./host-terms.ts";

const host: HostTerms = {
  roots: {},
  ceilings: defaultCeilings,
  capabilities: {
    "content:read": { label: { en: "Reads your articles", de: "Liest deine Artikel" }, deprecatedIds: ["read:content"] },
    "content:write": { label: "Writes your articles", severity: "high", implies: ["content:read"], deprecatedIds: ["write:content"] },
    "net:any": { label: "Calls whatever address you type", opensNetwork: ["*"] },
    "all": { label: "Does everything", severity: "low", implies: ["content:write", "net:any"] },
  },
};
const policy = (...capabilities: readonly string[]) => samplePolicy({ capabilities }, [], host);
const lines = (capabilities: readonly string[], language?: string) => consentLines(sampleManifest({ permissions: { capabilities } }), host, language);
const read = (capabilities: readonly unknown[]) =>
  readManifest(JSON.stringify({ id: "a", version: "1.0.0", publisher: "E", api: 1, run: { js: "run.js" }, permissions: { capabilities } }), "m.json", host);

describe("earlier names", () => {
  it("are the present ones in the policy and in the lines", () => {
    expect(policy("read:content").digest).toBe(policy("content:read").digest);
    expect(lines(["write:content"]).map(({ key }) => key)).toEqual(["capabilities:content:write"]);
    expect(samplePolicy({ capabilities: ["read:content"] }, ["capabilities:content:read"], host).capabilities).toEqual([]);
  });
  it("are warned of where they stand, with the present name", () => {
    const reading = read(["content:write", { id: "read:content", reason: "Lists them" }]);
    expect(reading).toMatchObject({ ok: true, warnings: [{ path: "permissions.capabilities[1].id", message: '"read:content" is the earlier name of "content:read": write that' }] });
  });
  it("ask for the same thing as the present ones", () => {
    const reading = read(["read:content", "content:read"]);
    expect(reading.ok && reading.warnings.map(({ message }) => message)).toEqual([expect.stringContaining("earlier name"), expect.stringContaining('asked for already as "read:content"')]);
    expect(lines(["read:content", "content:read"])).toHaveLength(1);
  });
  it("are no widening when an update writes the present ones", () => {
    const version = (name: string) => ({ manifest: { id: "a", publisher: "E" }, policy: policy(name) });
    expect(judgeUpdate(version("read:content"), version("content:read"))).toEqual({ goesIn: true });
  });
});

describe("unknown names", () => {
  it.each(["content:reed", "media:read", "read:contents"])("%s is refused by name", (name) => {
    const reading = read([name]);
    expect(!reading.ok && reading.issues[0]?.message).toMatch(new RegExp(`"${name}" is no capability of this host`));
    expect(() => policy(name)).toThrow(name);
  });
  it("that nearly are one are told which", () => {
    const reading = read(["content:reed"]);
    expect(!reading.ok && reading.issues[0]?.message).toContain('did you mean "content:read"?');
  });
});

describe("lines", () => {
  it("have the application's label in the reader's language, or in English", () => {
    expect(["de", "de-AT", "fr", "en"].map((language) => lines(["content:read"], language)[0]?.text)).toEqual(["Liest deine Artikel", "Liest deine Artikel", "Reads your articles", "Reads your articles"]);
  });
  it("are as worrying as the worst that they bring along, and name it", () => {
    expect(lines(["content:read"])).toMatchObject([{ severity: "medium" }]);
    expect(lines(["content:write"])).toMatchObject([{ severity: "high", warning: "This includes content:read" }]);
    expect(lines(["all"])).toMatchObject([{ severity: "danger", warning: "This includes content:read, content:write, net:any, Connects to any public host on the internet" }]);
  });
});

describe("what a capability opens", () => {
  it("is allowed with it, and not without", () => {
    const ask = (capabilities: readonly string[]) => outcomeOf(judgeCall(policy(...capabilities), "net/fetch", { url: "https://hooks.example.dev/" }));
    expect([ask(["net:any"]), ask(["all"]), ask(["content:write"])]).toEqual(["allowed", "allowed", "denied"]);
  });
  it("is in the policy once, in the same order, and compared at an update", () => {
    const declared = samplePolicy({ capabilities: ["net:any"], network: ["*", "a.example.dev"] }, [], host);
    expect(declared.network.map((rule) => rule.kind)).toEqual(["any", "host"]);
    expect(diffPolicies(policy("content:read"), policy("all")).widenings).toEqual(["network:*", "capabilities:all", "capabilities:content:write", "capabilities:net:any"]);
  });
  it("is refused where it is no network entry, by the capability's name", () => {
    const wrong = { ...host, capabilities: { broken: { opensNetwork: ["https://x.dev"] } } };
    expect(() => samplePolicy({ capabilities: ["broken"] }, [], wrong)).toThrow(AmbitError);
    expect(() => samplePolicy({ capabilities: ["broken"] }, [], wrong)).toThrow(/"broken".*opensNetwork/);
  });
});
