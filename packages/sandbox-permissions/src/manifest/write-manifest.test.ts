import fc from "fast-check";
import { expect, it } from "vitest";
import { permissions } from "../testing/arbitrary-permissions.ts";
import { converted } from "../testing/converted.ts";
import { sampleManifest } from "../testing/sample-policy.ts";
import { readManifest } from "./read-manifest.ts";
import { writeManifest } from "./write-manifest.ts";

it("what is written is read back as it was", () => {
  const fields = {
    displayName: { en: "A", fr: "B" }, limits: { callSeconds: 3 }, tools: [{ name: "t", description: "T.", params: { type: "object" } }],
    hooks: [{ name: "content:afterSave", mode: "observe" }], config: { type: "object" },
    permissions: { network: [{ host: "api.example.dev", reason: "To read." }], commands: [{ line: "git log *", reason: "To look." }], capabilities: [{ id: "content:read", reason: "To list." }], secrets: [{ name: "token", reason: "To sign in." }] },
  };
  const manifest = sampleManifest(fields);
  expect(converted(readManifest(writeManifest(manifest))).manifest).toEqual(manifest);
});

it("property: any permissions", () => {
  fc.assert(
    fc.property(permissions, (asked) => {
      const manifest = sampleManifest({ permissions: asked });
      expect(converted(readManifest(writeManifest(manifest))).manifest).toEqual(manifest);
    }),
    { numRuns: 300 },
  );
});
