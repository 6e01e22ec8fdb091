import { defaultCeilings, findCall, type JudgeFacts } from "@ambit/api-types";
import { expect, it } from "vitest";
import { compilePolicy, consentLines, judge, readManifest } from "./index.ts";

it("runs the README's example", () => {
  const text = `{
    "id": "link-check", "version": "1.0.0", "publisher": "Example", "api": 1,
    "run": { "js": "run.js" },
    "permissions": {
      "network": [{ "host": "api.example.dev", "reason": "Looks up links" }],
      "files": ["workspace"]
    }
  }`;
  const host = { roots: { workspace: { access: "read" as const } }, ceilings: defaultCeilings, applicationName: "Acme Desk" };
  const read = readManifest(text, "ambit-plugin.json", host);
  if (!read.ok) throw new Error(read.issues.map((issue) => `${issue.file}:${issue.line}:${issue.column} ${issue.message}`).join("\n"));

  const lines = consentLines(read.manifest, host);
  expect(lines.map((line) => line.text)).toEqual(["Connects to api.example.dev", "Reads workspace"]);

  const policy = compilePolicy({ manifest: read.manifest, removed: ["files:read:workspace"], host });
  const facts: JudgeFacts = { platform: "linux", accounts: () => [], sharedPorts: () => [], fenced: () => [], harnessRoots: () => ({}) };
  const ask = (method: string, params: Record<string, string>) => {
    const definition = findCall(method);
    if (definition === undefined) throw new Error(`no call ${method}`);
    return judge(policy, { method, params }, definition, facts);
  };
  expect(ask("net/fetch", { url: "https://api.example.dev/v1?key=x" })).toMatchObject({ allowed: true, target: "api.example.dev" });
  expect(ask("net/fetch", { url: "https://evil.example/" })).toMatchObject({ allowed: false, code: "PERMISSION_DENIED" });
  expect(ask("fs/read", { root: "workspace", path: "a.md" })).toMatchObject({ allowed: false, code: "PERMISSION_DENIED" });
});
