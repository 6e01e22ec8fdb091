import { expect, it } from "vitest";
import { converted, faultsOf } from "../testing/converted.ts";
import { readByobManifest } from "./read-byob-manifest.ts";

const full = `{
  "id": "charts", "name": "Charts", "version": "1.1.0", "description": "Draws charts.", "author": "Somebody",
  "icon": "bar-chart", "prompt": "Use the tools.", "starters": ["Draw"],
  "permissions": { "network": true, "gpu": true },
  "settings": { "unit": { "type": "text" } },
  "python": { "requirements": ["numpy"] },
  "tools": [
    { "name": "draw", "description": "Draws.", "params": { "type": "object" }, "title": "Draw {kind}", "access": "Write", "confirm": { "arg": "kind" }, "run": "tools/draw.py" },
    { "name": "count", "description": "Counts.", "confirm": true, "run": "tools/count.py" },
    { "name": "serve", "description": "Serves.", "backend": "serve" }
  ],
  "mcpServers": { "a": {} }
}`;

it("carries over script tools and the network", () => {
  const { manifest } = converted(readByobManifest(full));
  expect(manifest).toMatchObject({ id: "charts", version: "1.1.0", publisher: "Somebody", displayName: "Charts", permissions: { network: [{ name: "*" }] } });
  expect(manifest.run).toBeUndefined();
  expect(manifest.tools).toEqual([
    { name: "draw", description: "Draws.", params: { type: "object" }, title: "Draw {kind}", access: "write", confirm: true, script: "tools/draw.py" },
    { name: "count", description: "Counts.", confirm: true, script: "tools/count.py" },
  ]);
});

it("says with line and field what it does not carry over", () => {
  expect(converted(readByobManifest(full)).warnings).toEqual([
    "3 icon: is not carried over: an icon is a file of the plugin",
    '3 prompt: "prompt" is not carried over: Ambit has nothing like it',
    '3 starters: "starters" is not carried over: Ambit has nothing like it',
    '4 permissions.gpu: "gpu" is not carried over: Ambit has nothing like it',
    '5 settings: "settings" is not carried over: Ambit has nothing like it',
    '6 python: "python" is not carried over: Ambit has nothing like it',
    "8 tools[0].confirm: is a rule, which is not carried over: it is asked at every call",
    '10 tools[2]: is left out: only tools with a script in "run" can be carried over',
    '12 mcpServers: "mcpServers" is not carried over: Ambit has nothing like it',
  ]);
});

it("opens no network unless it is asked for", () => {
  expect(converted(readByobManifest('{"id": "a", "permissions": {"network": false}}')).manifest).toMatchObject({ version: "0.0.0", publisher: "(not named)", permissions: {} });
});

it.each([
  ['"permissions": {"network": "yes"}', "2:28 permissions.network: must be true or false"],
  ['"tools": [{"name": "a", "description": "b", "run": "../a.py"}]', expect.stringMatching(/^2:52 tools\[0\]\.run: "script" must be a relative path/)],
  ['"tools": [{"name": "a", "description": "b", "run": "a.py", "access": "all"}]', "2:70 tools[0].access: must be one of read, write, execute"],
  ['"tools": [{"description": "b", "run": "a.py"}]', expect.stringMatching(/^2:11 tools\[0\]: "name" is missing/)],
  ['"tools": {}', "2:10 tools: must be a list"],
])("refuses %s", (member, fault) => {
  expect(faultsOf(readByobManifest(`{"id": "a",\n${member}}`))).toContainEqual(fault);
});
