import { expect, it } from "vitest";
import { sampleHost } from "../../testing/sample-policy.ts";
import { converted, faultsOf } from "../../testing/converted.ts";
import { readEmdashDescriptor } from "./read-emdash-descriptor.ts";

const full = `{
  "id": "audit", "version": "1.0.0", "format": "standard", "entrypoint": "@x/audit/sandbox",
  "declaredAccess": { "content": { "read": {} }, "network": { "request": { "allowedHosts": ["api.example.dev"] } }, "email": { "send": true } },
  "capabilities": ["content:read", "content:write", "network:request", "email:send"], "allowedHosts": ["api.example.dev", "evil.example"],
  "storage": { "entries": { "indexes": ["at"] } },
  "hooks": ["content:afterSave", { "name": "content:beforeSave", "priority": -5, "timeout": 60000, "exclusive": true }],
  "routes": ["list", { "name": "hook", "public": true }, { "name": "admin", "permission": "content:write" }], "mcp": { "tools": [{ "name": "list" }] },
  "admin": { "settingsSchema": {
    "limit": { "type": "number", "label": "Limit", "default": 5, "min": 1, "max": 9 },
    "mode": { "type": "select", "label": "Mode", "options": [{ "value": "a", "label": "A" }] },
    "token": { "type": "secret", "label": "Token" } }, "pages": [], "entry": "x.js" }
}`;

it("takes what declaredAccess gives, hooks and settings", () => {
  const { manifest } = converted(readEmdashDescriptor(full));
  expect(manifest.permissions).toEqual({
    network: [{ name: "api.example.dev" }],
    capabilities: [{ name: "content:read" }, { name: "email:send" }],
    secrets: [{ name: "token" }],
    storage: { entries: { indexes: ["at"] } },
  });
  expect(manifest.hooks).toEqual([{ name: "content:afterSave", mode: "observe" }, { name: "content:beforeSave", mode: "policy", priority: 0, timeoutMs: 30_000 }]);
  expect(manifest.routes).toEqual([{ name: "list" }, { name: "hook", public: true }]);
  expect(manifest.config).toEqual({
    type: "object",
    properties: { limit: { type: "number", title: "Limit", default: 5, minimum: 1, maximum: 9 }, mode: { type: "string", title: "Mode", enum: ["a"] } },
  });
});

it("says what it leaves out: drift, hooks that are bounded, pages, routes", () => {
  expect(converted(readEmdashDescriptor(full)).warnings).toEqual([
    '1 : names no publisher: it is shown as "(not named)"',
    "2 entrypoint: is not carried over: the code is found in the plugin's folder",
    '4 capabilities[1]: "declaredAccess" does not give content:write: it is left out',
    "6 hooks[1].priority: becomes 0, which is the nearest here",
    "6 hooks[1].timeout: becomes 30000, which is the nearest here",
    "6 hooks[1].exclusive: is not carried over: which plugin handles a hook alone is the application's to say",
    '7 routes[2].permission: "permission" is not known here: the route is left out',
    "7 mcp: is not carried over: declare what may be called as tools",
    "11 admin.settingsSchema.token: is read with the secrets here, not with the settings",
    '11 admin.entry: "entry" is not carried over: the application draws its own pages',
  ]);
});

const asked = (access: string) => converted(readEmdashDescriptor(`{"id": "a", "version": "1.0.0", "declaredAccess": ${access}, "capabilities": [], "allowedHosts": []}`));

it("tells a list that is absent from one that is empty", () => {
  expect(asked('{"network": {"request": {}}}').manifest.permissions.network).toEqual([{ name: "*" }]);
  expect(asked('{"network": {"request": {"allowedHosts": []}}}').manifest.permissions.network).toBeUndefined();
});

it("leaves out an operation whose constraint is not understood, since without it it would be wider", () => {
  const { manifest, warnings } = asked('{"content": {"write": {"collections": ["posts"]}}, "network": {"request": {"methods": ["GET"]}}}');
  expect(manifest.permissions).toEqual({});
  expect(warnings.slice(1)).toEqual([
    '1 declaredAccess.content.write.collections: the constraint "collections" is not known here: content.write is left out',
    '1 declaredAccess.network.request.methods: the constraint "methods" is not known here: network.request is left out',
  ]);
});

it("asks for the network's capabilities where the host has them", () => {
  const host = { ...sampleHost, capabilities: { "network:request": {}, "content:read": {} } };
  const read = readEmdashDescriptor('{"id": "a", "version": "1.0.0", "capabilities": ["network:request", "read:content"], "allowedHosts": ["a.example.dev"]}', { host });
  expect(converted(read).manifest.permissions).toEqual({ network: [{ name: "a.example.dev" }], capabilities: [{ name: "network:request" }, { name: "content:read" }] });
});

it.each([
  ['"format": "native"', expect.stringContaining("format: a native plugin")],
  ['"declaredAccess": {"content": {"erase": {}}}', expect.stringContaining("declaredAccess.content.erase: content.erase is no access of EmDash's")],
  ['"admin": {"settingsSchema": {"a": {"type": "file"}}}', expect.stringContaining('admin.settingsSchema.a.type: "file" is no type of a setting')],
  ['"hooks": [{"priority": 1}]', expect.stringContaining("hooks[0]: must be a hook's name")],
])("refuses %s", (member, fault) => {
  expect(faultsOf(readEmdashDescriptor(`{"id": "a", "version": "1.0.0", ${member}}`))).toContainEqual(fault);
});
