import fc from "fast-check";
import { expect, it } from "vitest";
import { networkEntry, sampledUrl } from "../testing/arbitrary-permissions.ts";
import { judgeCall, samplePolicy } from "../testing/sample-policy.ts";
import { parseNetworkEntry } from "./parse-network-entry.ts";

/** Pieces that parsers have disagreed about. */
const odd = fc.constantFrom("@", "\\", "/", "//", "?", "#", ":", "%2e", "%00", "%2f", "\t", "\n", "\0", ".", "..", "。", "．", "\u00ad", "＠", "／", "*", "[::1]", "0x7f.1", "127.0.0.1", "xn--", "ａ", "ſ", " ", "`", "_", "-", "u:p@", ":443", ":8443", ":0", "https:", "HTTPS://", "http://", "evil.dev", "example.dev", "a.example.dev");

/** URLs of all sorts: built from such pieces, ordinary ones with a piece put in somewhere, and rubbish. */
const anyUrl = fc.oneof(
  fc.array(odd, { maxLength: 8 }).map((parts) => `https://${parts.join("")}`),
  fc.tuple(sampledUrl, odd, fc.nat()).map(([url, piece, at]) => url.slice(0, at % (url.length + 1)) + piece + url.slice(at % (url.length + 1))),
  fc.webUrl({ validSchemes: ["https", "http", "ftp"] }),
  fc.string({ unit: "binary", maxLength: 60 }),
);

/** What a rule means, said once more and without any of the judge's own code. */
function covers(entry: string, host: string, port: string): boolean {
  const [, text = "", wanted = "443"] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const samePort = (port === "" ? "443" : port) === wanted;
  if (entry === "*") return port === "" && /[a-z]/.test(host.split(".").at(-1) ?? "");
  if (text.startsWith("*.")) return samePort && host.endsWith(text.slice(1)) && host.length > text.length - 1;
  return samePort && host === text;
}

/** URLs near what some entries allow: a host of theirs, with a piece put in somewhere in every second one. */
function nearUrl(entries: readonly string[]): fc.Arbitrary<string> {
  const hosts = entries.filter((entry) => /^[*a-z]/.test(entry) && !entry.includes("tcp:")).map((entry) => entry.replace("*", "api"));
  const host = hosts.length === 0 ? fc.constant("a.example.dev") : fc.constantFrom(...hosts);
  return fc.tuple(host, fc.option(odd), fc.nat()).map(([name, piece, at]) => {
    const url = `https://${name}/p`;
    return piece === null ? url : url.slice(0, at % (url.length + 1)) + piece + url.slice(at % (url.length + 1));
  });
}

const policyAndUrls = fc.array(networkEntry, { minLength: 1, maxLength: 4 }).chain((network) => fc.record({ network: fc.constant(network), urls: fc.array(fc.oneof(anyUrl, nearUrl(network)), { minLength: 10, maxLength: 20 }) }));

it("what is allowed is https, to a host and port that an entry names, and that is what is dialled", () => {
  let allowed = 0;
  fc.assert(
    fc.property(policyAndUrls, ({ network, urls }) => {
      const policy = samplePolicy({ network });
      for (const text of urls) {
        const decision = judgeCall(policy, "net/fetch", { url: text });
        if (!decision.allowed || decision.grant.kind !== "net") continue;
        allowed += 1;
        // What another reader makes of the URL that is dialled.
        const dialled = new URL(decision.grant.url.href);
        expect(dialled.protocol).toBe("https:");
        expect(dialled.username + dialled.password).toBe("");
        expect(dialled.hostname).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/);
        expect(dialled.hostname).not.toMatch(/\d$/);
        expect(network.some((entry) => covers(entry, dialled.hostname, dialled.port))).toBe(true);
        expect(decision.target).toBe(dialled.hostname);
      }
    }),
    { numRuns: 800 },
  );
  expect(allowed).toBeGreaterThan(1000);
}, 60_000);

const onePolicy = samplePolicy({ network: ["a.example.dev"] });

it("never throws and never echoes more than the host", () => {
  fc.assert(
    fc.property(anyUrl, fc.stringMatching(/^[A-Z]{12}$/), (text, marker) => {
      const decision = judgeCall(onePolicy, "net/fetch", { url: `${text}/${marker}?${marker}` });
      const { hostname } = URL.parse(`${text}/${marker}?${marker}`) ?? { hostname: "" };
      if (!decision.allowed && !hostname.toUpperCase().includes(marker)) expect(JSON.stringify(decision)).not.toContain(marker);
      expect(decision.target.length).toBeLessThanOrEqual(100);
      expect(decision.target).toMatch(/^[\x20-\x7e]*$/);
    }),
    { numRuns: 1000 },
  );
}, 60_000);

it("an entry is refused, or allows nothing but what it reads like", () => {
  const text = fc.oneof(fc.array(odd, { maxLength: 5 }).map((parts) => parts.join("")), networkEntry, fc.string({ maxLength: 30 }), fc.domain());
  fc.assert(
    fc.property(text, (entry) => {
      const read = parseNetworkEntry(entry);
      if (!read.ok || read.rule.kind !== "host") return;
      expect(read.rule.host).toBe(new URL(`https://${read.rule.host}/`).hostname);
      expect(entry.toLowerCase().normalize("NFC")).toBe(`${read.rule.host}${entry.includes(":") ? entry.slice(entry.indexOf(":")) : ""}`);
    }),
    { numRuns: 4000 },
  );
}, 60_000);
