import { AmbitError, defaultCeilings, defaultLimits } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { sampleHost, sampleManifest, samplePolicy } from "../testing/sample-policy.ts";
import { compilePolicy } from "./compile-policy.ts";
import { policyDigest } from "./policy-digest.ts";

const codeOf = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    return AmbitError.isInstance(error) ? error.code : String(error);
  }
  return "nothing was thrown";
};

describe("the compiled policy", () => {
  it("is the same in whatever order and spelling things are declared", () => {
    const one = samplePolicy({ network: ["b.example.dev", "A.example.dev"], secrets: ["y", "x"], files: ["docs", "rw:temp"], storage: { b: {}, a: {} } });
    const two = samplePolicy({ network: ["a.example.dev:443", "b.example.dev", "a.example.dev"], secrets: [{ name: "x", reason: "why" }, "y"], files: ["rw:temp", { root: "docs" }], storage: { a: {}, b: {} } });
    expect(two).toEqual(one);
    expect(two.digest).toBe(one.digest);
  });

  it("has a digest that changes with every part of it", () => {
    const base = { network: ["a.example.dev"], files: ["docs"], commands: ["git log *"], secrets: ["x"], events: ["e"], capabilities: ["content:read"], storage: { a: {} } };
    const changes: readonly Record<string, unknown>[] = [
      { network: ["a.example.dev:8443"] }, { files: ["workspace"] }, { files: [{ root: "docs", path: "a" }] }, { commands: ["git log"] }, { secrets: [] }, { events: ["f"] }, { capabilities: ["content:write"] }, { storage: { a: { indexes: ["f"] } } },
    ];
    const digests = [base, ...changes.map((change) => ({ ...base, ...change }))].map((permissions) => samplePolicy(permissions).digest);
    digests.push(compilePolicy({ manifest: sampleManifest({ permissions: base, limits: { fetchSeconds: 5 } }), removed: [], host: sampleHost }).digest);
    digests.push(compilePolicy({ manifest: sampleManifest({ permissions: base, version: "2.0.0" }), removed: [], host: sampleHost }).digest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(digests.every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
  });

  it("survives structured clone with its digest", () => {
    const { digest, ...rest } = structuredClone(samplePolicy({ network: ["a.example.dev"], storage: { a: { indexes: ["f"] } } }));
    expect(policyDigest(rest)).toBe(digest);
  });

  it("is frozen to the bottom, and leaves the manifest unfrozen", () => {
    const manifest = sampleManifest({ permissions: { network: ["a.example.dev"], storage: { a: { indexes: [["f", "g"]] } } } });
    const policy = compilePolicy({ manifest, removed: [], host: sampleHost });
    const frozen = (value: unknown): boolean => typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(policy)).toBe(true);
    expect(Object.isFrozen(manifest.permissions.storage?.["a"]?.indexes)).toBe(false);
  });
});

describe("lines taken away", () => {
  it("behave as undeclared", () => {
    const permissions = { network: ["a.example.dev", "*.b.example.dev"], files: ["docs", "rw:temp"], commands: ["git log *"], secrets: ["x"], storage: { a: {} } };
    const removed = ["network:a.example.dev", "files:write:temp", "commands:git log *", "secrets:x", "storage:a", "network:unknown.example.dev"];
    expect(samplePolicy(permissions, removed)).toEqual(samplePolicy({ network: ["*.b.example.dev"], files: ["docs"] }));
  });
  it("may name a root that this host lacks only by leaving it out of the manifest", () => {
    expect(codeOf(() => samplePolicy({ files: ["nowhere"] }, ["files:read:nowhere"]))).toBe("ROOT_UNKNOWN");
  });
});

describe("capabilities", () => {
  it("are closed over what they imply", () => {
    expect(samplePolicy({ capabilities: ["content:admin"] }).capabilities).toEqual(["content:admin", "content:read", "content:write"]);
    expect(samplePolicy({ capabilities: ["content:admin"] }, ["capabilities:content:admin"]).capabilities).toEqual([]);
  });
  it("end where they imply each other", () => {
    const host = { ...sampleHost, capabilities: { a: { implies: ["b"] }, b: { implies: ["a"] } } };
    expect(samplePolicy({ capabilities: ["a"] }, [], host).capabilities).toEqual(["a", "b"]);
  });
});

describe("what is refused", () => {
  it.each([
    [{ network: ["*.com"] }, "MANIFEST_INVALID"],
    [{ commands: ["bash x"] }, "MANIFEST_INVALID"],
    [{ files: ["nowhere"] }, "ROOT_UNKNOWN"],
    [{ files: ["toString"] }, "ROOT_UNKNOWN"],
    [{ files: ["rw:plugin"] }, "MANIFEST_INVALID"],
    [{ files: ["rw:docs"] }, "MANIFEST_INVALID"],
    [{ files: ["agentHome"] }, "MANIFEST_INVALID"],
    [{ files: ["docs", { root: "docs", access: "read" }] }, "MANIFEST_INVALID"],
    [{ files: [{ root: "docs", path: "../x" }] }, "MANIFEST_INVALID"],
    [{ capabilities: ["content:raed"] }, "MANIFEST_INVALID"],
  ])("%j: %s", (permissions, code) => expect(codeOf(() => samplePolicy(permissions))).toBe(code));
});

describe("rules, section 8: limits", () => {
  const limits = (asked: Record<string, number>, ceilings = defaultCeilings) => compilePolicy({ manifest: sampleManifest({ limits: asked }), removed: [], host: { ...sampleHost, ceilings } }).limits;
  it("takes defaults, what is asked for, and the ceiling where more is asked for", () => {
    expect(limits({})).toEqual(defaultLimits);
    expect(limits({ fetchSeconds: 45, fetchBytes: 8_388_608 })).toMatchObject({ fetchSeconds: 45, fetchBytes: 8_388_608 });
    expect(limits({ fetchSeconds: 61, fetchBytes: 99_999_999_999 })).toMatchObject({ fetchSeconds: 60, fetchBytes: 8_388_608 });
  });
  it("refuses fileBytes past its ceiling", () => {
    expect(limits({ fileBytes: 1_048_576 }).fileBytes).toBe(1_048_576);
    expect(codeOf(() => limits({ fileBytes: 1_048_577 }))).toBe("MANIFEST_INVALID");
  });
  it("follows ceilings that the integrator moved, for defaults too", () => {
    expect(limits({ memoryMb: 512 }, { ...defaultCeilings, memoryMb: 1024 }).memoryMb).toBe(512);
    expect(limits({}, { ...defaultCeilings, memoryMb: 16 }).memoryMb).toBe(16);
  });
});
