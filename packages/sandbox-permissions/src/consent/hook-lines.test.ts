import { expect, test } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { readManifest } from "../manifest/read-manifest.ts";
import { sampleHost, sampleManifest } from "../testing/sample-policy.ts";
import { consentLines } from "./consent-lines.ts";

const hooks = [{ name: "content:beforeSave", mode: "policy", priority: 1 }, { name: "content:afterSave", mode: "observe" }];
const routes = [{ name: "forms/submit", public: true }, { name: "forms/list" }];
const manifest = sampleManifest({ hooks, routes });

test("hooks and routes are lines of the install window, in fixed words", () => {
  expect(consentLines(manifest, sampleHost).map(({ severity, text, key }) => [severity, key, text])).toEqual([
    ["high", "routes:public:forms/submit", 'Answers requests to "forms/submit" from anyone, without signing in'],
    ["medium", "hooks:policy:content:beforeSave", 'Sees what "content:beforeSave" is about before it happens, and can stop it'],
    ["low", "routes:known:forms/list", 'Answers requests to "forms/list" inside the application'],
    ["low", "hooks:observe:content:afterSave", 'Sees what "content:afterSave" is about when it happens'],
  ]);
});

test("a line taken away is not in the policy, and each of them is in its digest", () => {
  const policy = (removed: readonly string[]) => compilePolicy({ manifest, removed, host: sampleHost });
  const whole = policy([]);
  expect(whole.hooks).toEqual([{ name: "content:afterSave", mode: "observe" }, { name: "content:beforeSave", mode: "policy" }]);
  expect(whole.routes).toEqual([{ name: "forms/list", public: false }, { name: "forms/submit", public: true }]);
  const less = policy(["hooks:policy:content:beforeSave", "routes:public:forms/submit"]);
  expect([less.hooks.length, less.routes.length]).toEqual([1, 1]);
  expect(less.digest).not.toBe(whole.digest);
});

test("a name may stand once, and something must handle it", () => {
  const issues = (fields: object): readonly string[] => {
    const read = readManifest(JSON.stringify({ id: "sample", version: "1.0.0", publisher: "Example", api: 1, ...fields }));
    return read.ok ? [] : read.issues.map(({ message }) => message);
  };
  expect(issues({ run: { js: "run.js" }, routes: [{ name: "a" }, { name: "a", public: true }] })).toEqual(['another route is named "a"']);
  expect(issues({ run: { js: "run.js" }, routes: [{ name: "../a" }] })).toHaveLength(1);
  expect(issues({ routes: [{ name: "a" }], hooks })).toEqual(['needs a "run" that handles them', 'needs a "run" that handles them']);
});
