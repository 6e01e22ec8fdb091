import { type CallDefinition, callMethods, callTable } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { definitionWith, judgeCall, outcomeOf, sampleFacts, samplePolicy } from "../testing/sample-policy.ts";
import { grantedCalls } from "./granted-calls.ts";
import { judge } from "./judge.ts";

const everything = samplePolicy({
  network: ["api.example.dev", "tcp:db.example.dev:5432"], files: ["rw:temp", "rw:workspace"], commands: ["git log *", "git status --short"], secrets: ["token"], events: ["x"], capabilities: ["content:write"], storage: { notes: {} },
});
const nothing = samplePolicy({});
/** Handles were judged when they were opened; a proxy knows them. */
const judgedWithout = ["basic", "handle"];

describe("every call of the table", () => {
  it.each(callMethods)("%s: its example is allowed by a policy that grants it, and refused by an empty one unless it is basic or works on a handle", (method) => {
    const definition = callTable[method] as CallDefinition;
    const params = definition.example as never;
    expect(outcomeOf(judgeCall(everything, method, params))).toBe("allowed");
    expect(outcomeOf(judgeCall(nothing, method, params))).toBe(judgedWithout.includes(definition.needs.kind) ? "allowed" : "denied");
  });
  it("is listed as granted exactly when it can be allowed", () => {
    expect(grantedCalls(everything)).toEqual(callMethods);
    expect(grantedCalls(nothing)).toEqual(callMethods.filter((method) => (callTable[method] as CallDefinition).needs.kind === "basic"));
    expect(grantedCalls(samplePolicy({ files: ["docs"] }))).not.toContain("fs/write");
    const networkCalls = (...network: readonly string[]): readonly string[] => grantedCalls(samplePolicy({ network })).filter((method) => /^(net|stream|ws|tcp)\//.test(method));
    expect(networkCalls("tcp:a.example.dev:1")).toEqual(["tcp/open", "tcp/read", "tcp/write", "tcp/close"]);
    expect(networkCalls("local:shared")).toEqual(["net/fetch", "net/stream", "stream/read", "stream/close"]);
    expect(networkCalls("{account}")).toEqual(["net/fetch", "net/stream", "stream/read", "stream/close", "ws/open", "ws/send", "ws/receive", "ws/close"]);
    expect(grantedCalls(samplePolicy({ network: ["*"] }))).not.toContain("tcp/open");
  });
});

describe("names", () => {
  it("takes declared secrets alone", () => {
    expect(judgeCall(everything, "secrets/get", { name: "token" })).toMatchObject({ allowed: true, target: "token" });
    for (const name of ["other", "__proto__", "constructor", "TOKEN"]) expect(outcomeOf(judgeCall(everything, "secrets/get", { name }))).toBe("denied");
  });
  it("takes declared collections and capabilities alone, implied ones included", () => {
    const collections = definitionWith({ kind: "collections" });
    const ask = (definition: CallDefinition, params: Record<string, string>): string => outcomeOf(judge(everything, { method: "sample", params }, definition, sampleFacts));
    expect(ask(collections, { collection: "notes" })).toBe("allowed");
    expect(ask(collections, { collection: "toString" })).toBe("denied");
    expect(ask(collections, {})).toBe("malformed");
    expect(ask(definitionWith({ kind: "capability", id: "content:read" }), {})).toBe("allowed");
    expect(ask(definitionWith({ kind: "capability", id: "content:admin" }), {})).toBe("denied");
  });
});

describe("what the judge does not know", () => {
  it("is refused", () => {
    const unknown = definitionWith({ kind: "teleport" } as never);
    expect(outcomeOf(judge(everything, { method: "x", params: {} }, unknown, sampleFacts))).toBe("denied");
  });
  it.each([null, 1, "x", [], {}, { url: 1 }, { url: "https://api.example.dev/", headers: [["a"]] }, { url: "https://api.example.dev/", headers: "x" }, { url: "https://api.example.dev/", method: 1 }])("takes %j for malformed", (params) => {
    expect(outcomeOf(judge(everything, { method: "net/fetch", params: params as never }, callTable["net/fetch"] as CallDefinition, sampleFacts))).toBe("malformed");
  });
});
