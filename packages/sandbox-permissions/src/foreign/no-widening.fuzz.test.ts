import { defaultCeilings, type JsonObject } from "@ambit/api-types";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { judge } from "../judge/judge.ts";
import type { ManifestReading } from "../manifest/read-manifest.ts";
import { sampledUrl } from "../testing/arbitrary-permissions.ts";
import { definitionWith, sampleFacts } from "../testing/sample-policy.ts";
import { readEmdashDescriptor } from "./emdash/read-emdash-descriptor.ts";
import { readEmdashManifest } from "./emdash/read-emdash-manifest.ts";
import { readEscouadeManifest } from "./read-escouade-manifest.ts";
import { readSuaveplanManifest } from "./read-suaveplan-manifest.ts";

// Each system's own rule for hosts, written down apart from the conversion: what a converted manifest allows, its system allows.

const entry = fc.oneof(
  fc.constantFrom("example.dev", "a.example.dev", "*.example.dev", "*.a.example.dev", "b.a.example.dev", "example.org", "*", "*.dev", "example.dev.", "EXAMPLE.dev"),
  fc.constantFrom("{account}", "local:shared", "tcp:a.example.dev:443", "a.example.dev:8443", "a.example.dev:443", "https://a.example.dev", "127.0.0.1", "git.corp", "rw:a.example.dev", "a*.example.dev", ""),
);
const head = { id: "a", version: "1.0.0", publisher: "P" };
const canonical = (host: string): string => host.toLowerCase().replace(/\.$/, "");
const exactOrBelow = (host: string, pattern: string): boolean => pattern === "*" || (pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern);

const systems: readonly { readonly name: string; readonly read: (hosts: readonly string[]) => ManifestReading; readonly allows: (host: string, entry: string) => boolean }[] = [
  { name: "EmDash", read: (hosts) => readEmdashManifest(JSON.stringify({ slug: "a", version: "1.0.0", publisher: "P", capabilities: ["network:request"], allowedHosts: hosts })), allows: exactOrBelow },
  { name: "EmDash's bundles", read: (hosts) => readEmdashDescriptor(JSON.stringify({ ...head, declaredAccess: { network: { request: { allowedHosts: hosts } } } })), allows: exactOrBelow },
  { name: "suaveplan", read: (hosts) => readSuaveplanManifest(JSON.stringify({ ...head, permissions: { fetch: hosts } })), allows: exactOrBelow },
  {
    name: "Escouade",
    read: (hosts) => readEscouadeManifest(JSON.stringify({ ...head, permissions: { network: hosts } })),
    allows: (host, pattern) => pattern !== "*" && (pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern || host.endsWith(`.${pattern}`)),
  },
];
const facts = { ...sampleFacts, accounts: () => ["https://git.corp", "https://a.example.dev:8443"], sharedPorts: () => [41234] };
const fetchCall = definitionWith({ kind: "network", protocol: "fetch" });

it.each(systems)("$name: no host is reached that its own rule does not allow", ({ name, read, allows }) => {
  let allowed = 0;
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), fc.array(sampledUrl, { minLength: 20, maxLength: 40 }), (hosts, urls) => {
      const reading = read(hosts);
      if (!reading.ok) return;
      const policy = compilePolicy({ manifest: reading.manifest, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
      for (const url of urls) {
        const params: JsonObject = { url };
        if (!judge(policy, { method: fetchCall.method, params }, fetchCall, facts).allowed) continue;
        allowed += 1;
        const { host, hostname } = new URL(url);
        const named = hosts.some((each) => allows(canonical(hostname), canonical(each)));
        const sameWord = name === "Escouade" && ((hosts.includes("{account}") && ["git.corp", "a.example.dev:8443"].includes(host)) || (hosts.includes("local:shared") && host === "127.0.0.1:41234"));
        expect(named || sameWord, `${url} by ${JSON.stringify(hosts)}`).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
  expect(allowed).toBeGreaterThan(200);
}, 60_000);
