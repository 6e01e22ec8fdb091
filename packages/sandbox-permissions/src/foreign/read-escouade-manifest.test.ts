import { expect, it } from "vitest";
import { sampleHost } from "../testing/sample-policy.ts";
import { converted, faultsOf } from "../testing/converted.ts";
import { readEscouadeManifest } from "./read-escouade-manifest.ts";

const full = `{
  "$schema": "https://escouade.example/plugin.json",
  "id": "issues", "version": "1.2.0", "publisher": "Example", "name": "Issues", "description": "Lists issues.",
  "escouade": { "api": 1, "minVersion": "2.0.0" },
  "permissions": {
    "events": ["ticket.column"],
    "network": ["api.example.dev", "{account}", "*.cdn.example.dev", "local:shared"],
    "secrets": ["token"],
    "files": [
      { "root": "plugin", "access": "read" },
      { "root": "temp", "access": "write" },
      { "root": "agent", "access": "write" },
      { "root": "agentHome", "access": "read" }
    ],
    "commands": ["git status --short", "git log *", "npm run *"],
    "microphone": true
  },
  "limits": { "fetchSeconds": 60, "fetchBytes": 8388608, "fileBytes": 1048576, "gpu": 1 },
  "contributes": { "commands": [{ "on": "ticket.column", "run": "make" }, { "on": "ticket.column", "run": "make", "when": "done" }], "themes": ["dark"] }
}`;

it("carries over every permission: a host becomes itself and its subdomains", () => {
  const { manifest } = converted(readEscouadeManifest(full));
  expect(manifest).toMatchObject({ id: "issues", version: "1.2.0", publisher: "Example", displayName: "Issues", api: 1, run: { js: "run.js" } });
  expect(manifest.permissions).toEqual({
    events: [{ name: "ticket.column" }],
    network: ["api.example.dev", "*.api.example.dev", "{account}", "*.cdn.example.dev", "local:shared"].map((name) => ({ name })),
    secrets: [{ name: "token" }],
    files: [{ root: "plugin", access: "read" }, { root: "temp", access: "write" }, { root: "agent", access: "write" }, { root: "agentHome", access: "read" }],
    commands: [{ name: "git status --short" }, { name: "git log *" }],
  });
  expect(manifest.contributes).toEqual({ commands: [{ on: "ticket.column", run: "make" }] });
  expect(manifest.limits).toEqual({ fetchSeconds: 60, fetchBytes: 8388608, fileBytes: 1048576 });
});

it("says with line and field what it does not carry over", () => {
  expect(converted(readEscouadeManifest(full)).warnings).toEqual([
    "2 $schema: is not carried over: it describes the other form",
    '4 escouade.minVersion: "minVersion" is not carried over: Ambit has nothing like it',
    expect.stringMatching(/^15 permissions\.commands\[2\]: "npm run \*" .*: it is left out$/),
    '16 permissions.microphone: "microphone" is not carried over: Ambit has nothing like it',
    '18 limits.gpu: "gpu" is not carried over: Ambit has nothing like it',
    '19 contributes.commands[1]: is not carried over: it is no event under "on" and line under "run", and nothing else',

    '19 contributes.themes: "themes" is not carried over: Ambit has nothing like it',
  ]);
});

it("leaves out a root with credentials, which here needs a reason, where the host marks it", () => {
  const { manifest, warnings } = converted(readEscouadeManifest(full, { host: sampleHost }));
  expect(manifest.permissions.files?.map(({ root }) => root)).toEqual(["plugin", "temp", "agent"]);
  expect(warnings).toContainEqual(expect.stringMatching(/^13 permissions\.files\[3\]: .*must give a reason: it is left out/));
});

const head = '"id": "a", "version": "1.0.0", "publisher": "P"';

it("takes the code that the folder has", () => {
  const files = (...names: string[]) => ({ files: new Map(names.map((name) => [name, new Uint8Array()])) });
  expect(converted(readEscouadeManifest(`{${head}}`, files("run.wasm"))).manifest.run).toEqual({ wasm: "run.wasm", abi: "preview1" });
  expect(converted(readEscouadeManifest(`{${head}}`, files("run.js"))).manifest.run).toEqual({ js: "run.js" });
  expect(faultsOf(readEscouadeManifest(`{${head}}`, files("run.js", "run.wasm")))).toEqual([expect.stringContaining("both run.wasm and run.js")]);
});

it.each([
  ["api.example.dev:8443"], ["tcp:db.example.dev:5432"], ["127.0.0.1"], ["localhost"], ["https://api.example.dev"], ["com"], ["*.com"], ["local:other"], ["{Account}"], [" api.example.dev"],
])("leaves the host %j out, and says so", (host) => {
  const { manifest, warnings } = converted(readEscouadeManifest(`{${head}, "permissions": {"network": [${JSON.stringify(host)}]}}`));
  expect(manifest.permissions.network).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("left out")]);
});

it("leaves out an entry of files whose further key may narrow it", () => {
  const { manifest, warnings } = converted(readEscouadeManifest(`{${head}, "permissions": {"files": [{"root": "agent", "access": "write", "below": "docs"}]}}`));
  expect(manifest.permissions.files).toBeUndefined();
  expect(warnings).toEqual(['1 permissions.files[0].below: "below" is not known here: the whole entry is left out']);
});

it.each([
  ['"permissions": {"network": ["*"]}', '2:29 permissions.network[0]: "*" is no entry of this system: name the hosts'],
  ['"permissions": {"files": [{"root": "workspace", "access": "read"}]}', "2:36 permissions.files[0].root: must be one of plugin, temp, agent, agentRepo, agentHome, project"],
  ['"permissions": {"files": [{"root": "agent", "access": "rw"}]}', '2:55 permissions.files[0].access: must be "read" or "write"'],
  ['"permissions": {"files": [{"root": "agent"}]}', '2:27 permissions.files[0]: must have a "root" and an "access"'],
  ['"permissions": {"secrets": "token"}', "2:28 permissions.secrets: must be a list"],
  ['"permissions": {"events": [1]}', "2:28 permissions.events[0]: must be a text"],
  ['"escouade": {"api": 2}', "2:21 escouade.api: must be 1: no other protocol is spoken here"],
  ['"limits": {"fileBytes": 99999999}', expect.stringMatching(/^2:\d+ limits\.fileBytes: /)],
  ['"id": "b"', '2:1 : the key "id" stands here a second time'],
])("refuses %s", (member, fault) => {
  expect(faultsOf(readEscouadeManifest(`{${head},\n${member}}`))).toContainEqual(fault);
});

it("refuses what is no object, and text that is no JSON", () => {
  expect(faultsOf(readEscouadeManifest("[]"))).toEqual(["1:1 : must be an object"]);
  expect(faultsOf(readEscouadeManifest("{\n  // a\n}"))[0]).toMatch(/^2:3/);
});
