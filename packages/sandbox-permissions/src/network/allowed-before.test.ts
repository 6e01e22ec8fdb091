import type { Decision, PermissionPolicy } from "@ambit/api-types";
import fc from "fast-check";
import { expect, it } from "vitest";
import { networkEntry, sampledUrl } from "../testing/arbitrary-permissions.ts";
import { judgeCall, samplePolicy } from "../testing/sample-policy.ts";

const URL_TEXT = "https://api.example.dev/v1?q=1";
const declared = (): PermissionPolicy => samplePolicy({ network: ["api.example.dev", "*.example.org"] });

/** The URL that a decision allows. */
function urlOf(decision: Decision): URL {
  if (!decision.allowed || !("url" in decision.grant)) throw new Error("not allowed");
  return decision.grant.url as URL;
}

/** What a decision says, without the functions in it. */
function said(decision: Decision): unknown {
  return decision.allowed && decision.grant.kind === "net" ? { ...decision, grant: { ...decision.grant, url: decision.grant.url.href, stillAllowed: typeof decision.grant.stillAllowed } } : decision;
}

it("what was allowed once is not parsed again for the same text, of the same policy and kind of call", () => {
  const policy = declared();
  const first = urlOf(judgeCall(policy, "net/fetch", { url: URL_TEXT }));
  expect(urlOf(judgeCall(policy, "net/fetch", { url: URL_TEXT.split("").join("") }))).toBe(first);
  expect(urlOf(judgeCall(policy, "net/stream", { url: URL_TEXT }))).not.toBe(first);
  expect(urlOf(judgeCall(declared(), "net/fetch", { url: URL_TEXT }))).not.toBe(first);
  expect(judgeCall(policy, "ws/open", { url: URL_TEXT })).toMatchObject({ allowed: false });
});

it("the method and the headers are judged at each call", () => {
  const policy = declared();
  expect(judgeCall(policy, "net/fetch", { url: URL_TEXT })).toMatchObject({ allowed: true });
  expect(judgeCall(policy, "net/fetch", { url: URL_TEXT, method: "TRACE" })).toMatchObject({ allowed: false });
  expect(judgeCall(policy, "net/fetch", { url: URL_TEXT, headers: [["Host", "evil.dev"]] })).toMatchObject({ allowed: false });
});

it("a URL that somebody changed after all is not given again", () => {
  const policy = declared();
  urlOf(judgeCall(policy, "net/fetch", { url: URL_TEXT })).hostname = "evil.dev";
  expect(urlOf(judgeCall(policy, "net/fetch", { url: URL_TEXT })).href).toBe(URL_TEXT);
});

it("what an account could reach is judged anew each time", () => {
  const policy = samplePolicy({ network: ["api.example.dev", "{account}"] });
  const reach = (typed: readonly string[]): unknown => {
    const decision = judgeCall(policy, "net/fetch", { url: URL_TEXT }, { accounts: () => typed });
    return decision.allowed && decision.grant.kind === "net" && decision.grant.addresses;
  };
  expect(["", "https://api.example.dev", ""].map((account) => reach(account === "" ? [] : [account]))).toEqual(["public", "account", "public"]);
});

it("a text without end is not kept", () => {
  const policy = declared();
  const long = `${URL_TEXT}${"x".repeat(3000)}`;
  expect(urlOf(judgeCall(policy, "net/fetch", { url: long }))).not.toBe(urlOf(judgeCall(policy, "net/fetch", { url: long })));
});

it("a policy that judged much before judges as one that never did", () => {
  const policyAndUrls = fc.array(networkEntry, { minLength: 1, maxLength: 4 }).chain((network) =>
    fc.record({ network: fc.constant(network), urls: fc.array(fc.oneof(sampledUrl, fc.constantFrom(...network.map((entry) => `https://${entry.replace("*", "a")}/p`))), { minLength: 20, maxLength: 40 }) }),
  );
  let repeated = 0;
  fc.assert(
    fc.property(policyAndUrls, ({ network, urls }) => {
      const worn = samplePolicy({ network });
      for (const url of [...urls, ...urls]) {
        const decision = judgeCall(worn, "net/fetch", { url });
        expect(said(decision)).toEqual(said(judgeCall(samplePolicy({ network }), "net/fetch", { url })));
        if (decision.allowed && urlOf(decision) === urlOf(judgeCall(worn, "net/fetch", { url }))) repeated += 1;
      }
    }),
    { numRuns: 150 },
  );
  expect(repeated).toBeGreaterThan(500);
});
