import { expect, test } from "vitest";
import { emdashCapabilities, EmdashSite } from "./index.ts";
import { installPlugin, openHost } from "./testing/installed-plugin.ts";

const capabilities = emdashCapabilities(new EmdashSite({ name: "Garden", url: "https://garden.example.dev", locale: "en" }));

test("the set is EmDash's twelve, with their earlier names and what they imply", () => {
  const asked = capabilities.filter(({ basic }) => basic !== true);
  expect(asked.map(({ id, deprecatedIds = [], implies = [] }) => [id, ...deprecatedIds, ...implies.map((each) => `implies ${each}`)])).toEqual([
    ["content:read", "read:content"],
    ["content:write", "write:content", "implies content:read"],
    ["taxonomies:read"],
    ["media:read", "read:media"],
    ["media:write", "write:media", "implies media:read"],
    ["network:request", "network:fetch"],
    ["network:request:unrestricted", "network:fetch:any", "implies network:request"],
    ["users:read", "read:users"],
    ["email:send"],
    ["hooks.email-transport:register", "email:provide"],
    ["hooks.email-events:register", "email:intercept"],
    ["hooks.page-fragments:register", "page:inject"],
  ]);
});

test("its lines are the labels people know, the worst first", async () => {
  const { host } = await openHost();
  const status = await installPlugin(host, { manifest: { permissions: { network: ["api.example.com"], capabilities: ["content:read", "media:write", "network:request"] } }, code: "export const tools = { run: () => 1 };" });
  expect(status.lines.map(({ severity, text, warning }) => [severity, text, ...(warning === undefined ? [] : [warning])])).toEqual([
    ["high", "Upload and manage media", "This includes media:read"],
    ["medium", "Connects to api.example.com"],
    ["medium", "Read your content"],
    ["low", "Make network requests"],
  ]);
  expect(status.lines[0]?.enforcedBy).toBe("enforced by Garden");
});

test("any host is open only with the unrestricted one, and its line is red", async () => {
  const { host } = await openHost();
  const code = `export const tools = { run: (_args, ctx) => typeof ctx.net?.fetch };`;
  const open = await installPlugin(host, { manifest: { id: "open", permissions: { capabilities: ["network:fetch:any"] } }, code });
  expect(open.lines).toMatchObject([{ key: "capabilities:network:request:unrestricted", severity: "danger", warning: "This includes network:request, Connects to any public host on the internet" }]);
  expect(await host.callTool("open", "run", {})).toBe("function");
  await installPlugin(host, { manifest: { id: "closed", permissions: { capabilities: ["network:request"] } }, code });
  expect(await host.callTool("closed", "run", {})).toBe("undefined");
});

const everything = `export const tools = { run: (_args, ctx) => Object.fromEntries(["content", "taxonomies", "media", "users", "email", "site", "cron"].map((name) => [name, Object.keys(ctx[name] ?? {}).sort()])) };`;
const basic = { site: ["info"], cron: ["cancel", "list", "schedule"] };
const none = { content: [], taxonomies: [], media: [], users: [], email: [], ...basic };

test.each([
  [[], none],
  [["content:read"], { ...none, content: ["get", "list"] }],
  [["write:content"], { ...none, content: ["create", "createMany", "delete", "deleteMany", "get", "list", "update", "updateMany"] }],
  [["taxonomies:read"], { ...none, taxonomies: ["getAll", "getEntryTerms", "getTerms"] }],
  [["media:read"], { ...none, media: ["get", "list"] }],
  [["media:write"], { ...none, media: ["delete", "get", "list", "upload"] }],
  [["users:read"], { ...none, users: ["get", "getByEmail", "list"] }],
  [["email:send"], none],
])("with %j the ctx has what that grants and no more", async (granted, expected) => {
  const { host } = await openHost();
  await installPlugin(host, { manifest: { permissions: { capabilities: granted } }, code: everything });
  expect(await host.callTool("sample", "run", {})).toEqual(expected);
});
