import { describe, expect, test } from "vitest";
import { installPlugin, openHost } from "./testing/installed-plugin.ts";

const ask = `export const tools = { run: ({ method, params }, ctx) => ctx.call(method, params) };`;

describe("content", () => {
  test("is read, made, changed and deleted by a plugin that may, and by no other", async () => {
    const { host, site } = await openHost();
    const post = site.content.create("posts", { title: "First", slug: "first", status: "published" });
    await installPlugin(host, { manifest: { id: "writer", permissions: { capabilities: ["content:write"] } }, code: ask });
    await installPlugin(host, { manifest: { id: "reader", permissions: { capabilities: ["content:read"] } }, code: ask });
    const call = (plugin: string, method: string, params: object) => host.callTool(plugin, "run", { method, params: params as never });
    expect(await call("reader", "content/get", { collection: "posts", id: post.id })).toMatchObject({ slug: "first", status: "published", data: { title: "First" }, publishedAt: expect.any(String) });
    const made = (await call("writer", "content/create", { collection: "posts", data: { title: "Second" } })) as { id: string };
    expect(await call("writer", "content/update", { collection: "posts", id: made.id, data: { title: "Changed" } })).toMatchObject({ id: made.id, data: { title: "Changed" } });
    await expect(call("reader", "content/delete", { collection: "posts", id: made.id })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(await call("writer", "content/delete", { collection: "posts", id: made.id })).toBe(true);
    expect(site.content.get("posts", made.id)).toBeNull();
  });

  test("is listed in pages whose size is brought into its bounds", async () => {
    const { host, site } = await openHost();
    for (const title of ["a", "b", "c"]) site.content.create("posts", { title });
    await installPlugin(host, { manifest: { permissions: { capabilities: ["content:read"] } }, code: ask });
    const list = async (params: object) => (await host.callTool("sample", "run", { method: "content/list", params: { collection: "posts", orderBy: { title: "asc" }, ...params } })) as { items: { data: { title: string } }[]; cursor?: string; hasMore: boolean };
    const first = await list({ limit: 2 });
    expect([first.items.map(({ data }) => data.title), first.hasMore]).toEqual([["a", "b"], true]);
    expect(await list({ limit: 2, cursor: first.cursor })).toMatchObject({ items: [{ data: { title: "c" } }], hasMore: false });
    expect((await list({ limit: -1 })).items).toHaveLength(1);
  });

  test("is changed in batches whole or not at all", async () => {
    const { host, site } = await openHost();
    const post = site.content.create("posts", { title: "First" });
    await installPlugin(host, { manifest: { permissions: { capabilities: ["content:write"] } }, code: ask });
    const items = [{ id: post.id, data: { title: "Changed" } }, { id: "nobody", data: {} }];
    await expect(host.callTool("sample", "run", { method: "content/updateMany", params: { collection: "posts", items } })).rejects.toMatchObject({ code: "REFUSED", details: { httpStatus: 404 } });
    expect(site.content.get("posts", post.id)?.data).toEqual({ title: "First" });
  });
});

test("media is uploaded and found; accounts leave without what nobody should see", async () => {
  const { host, site } = await openHost();
  const user = { id: "u1", email: "ada@example.dev", name: "Ada", role: 40, createdAt: "2026-01-01T00:00:00.000Z", passwordHash: "secret" };
  site.users.set(user.id, user);
  await installPlugin(host, { manifest: { permissions: { capabilities: ["media:write", "users:read"] } }, code: ask });
  const call = (method: string, params: object) => host.callTool("sample", "run", { method, params: params as never });
  const { mediaId } = (await call("media/upload", { filename: "dot.txt", contentType: "text/plain", bytes: "Lg==" })) as { mediaId: string };
  expect(site.media.bytes(mediaId)).toEqual(Buffer.from("."));
  expect(await call("media/list", { mimeType: "text/" })).toMatchObject({ items: [{ id: mediaId, size: 1 }] });
  expect(JSON.stringify([await call("users/getByEmail", { email: "ADA@example.dev" }), await call("users/list", {})])).toMatch(/^(?!.*secret).*Ada/);
});

test("a plugin changes an entry before it is saved, another vetoes its deletion", async () => {
  const { host, site } = await openHost();
  await installPlugin(host, { manifest: { id: "titles", tools: [], hooks: [{ name: "content:beforeSave", mode: "policy" }] }, code: `export const hooks = { "content:beforeSave": ({ content }) => ({ value: { ...content, title: content.title.trim() } }) };` });
  await installPlugin(host, { manifest: { id: "keeper", tools: [], hooks: [{ name: "content:beforeDelete", mode: "policy" }] }, code: `export const hooks = { "content:beforeDelete": () => ({ deny: "Nothing is deleted here." }) };` });
  const item = await site.saveContent("posts", { title: "  Spaces  " });
  expect(item.data["title"]).toBe("Spaces");
  await expect(site.deleteContent("posts", item.id)).rejects.toMatchObject({ code: "HOOK_BLOCKED", message: expect.stringContaining("Nothing is deleted here.") });
  expect(site.content.get("posts", item.id)).not.toBeNull();
});

const mail = { to: "ada@example.dev", subject: "Hello", text: "Hello." };
const transport = { manifest: { id: "transport", tools: [{ name: "sent", description: "Mails." }], hooks: [{ name: "email:deliver", mode: "policy" }], permissions: { capabilities: ["email:provide"] } }, code: `const sent = []; export default { tools: { sent: () => sent }, hooks: { "email:deliver": ({ message }) => void sent.push(message) } };` };

test("a mail passes the plugins that may change it and leaves by the one that delivers", async () => {
  const { host } = await openHost();
  await installPlugin(host, transport);
  await installPlugin(host, { manifest: { id: "footer", tools: [], hooks: [{ name: "email:beforeSend", mode: "policy" }], permissions: { capabilities: ["hooks.email-events:register"] } }, code: `export const hooks = { "email:beforeSend": ({ message }) => message.subject === "Spam" ? { deny: "No spam." } : { value: { ...message, text: message.text + " Bye." } } };` });
  await installPlugin(host, { manifest: { permissions: { capabilities: ["email:send"] } }, code: ask });
  const send = (message: object) => host.callTool("sample", "run", { method: "email/send", params: { message: message as never } });
  expect(await send(mail)).toBeNull();
  await expect(send({ ...mail, subject: "Spam" })).rejects.toMatchObject({ code: "REFUSED", message: expect.stringContaining("No spam.") });
  expect(await host.callTool("transport", "sent", {})).toEqual([{ ...mail, text: "Hello. Bye." }]);
});

test("a task of a plugin comes when it is due, once or again, to that plugin alone", async () => {
  const { host, site } = await openHost();
  const code = `const ran = []; export default { tools: { run: ({ method, params }, ctx) => method === "ran" ? ran : ctx.call(method, params) }, hooks: { cron: (event) => void ran.push(event.name) } };`;
  const hooks = [{ name: "cron", mode: "observe" }];
  for (const id of ["one", "other"]) await installPlugin(host, { manifest: { id, hooks }, code });
  const call = (plugin: string, method: string, params: object = {}) => host.callTool(plugin, "run", { method, params: params as never });
  await call("one", "cron/schedule", { name: "once", schedule: "2090-01-01T00:00:00Z" });
  await call("one", "cron/schedule", { name: "daily", schedule: "0 8 * * *" });
  await expect(call("one", "cron/schedule", { name: "bad", schedule: "whenever" })).rejects.toMatchObject({ code: "REFUSED" });
  expect(await site.runDueTasks(new Date("2090-01-02T00:00:00Z"))).toBe(2);
  expect([await call("one", "ran"), await call("other", "ran")]).toEqual([["once", "daily"], []]);
  expect(await call("one", "cron/list")).toMatchObject([{ name: "daily", lastRunAt: "2090-01-02T00:00:00.000Z" }]);
  await call("one", "cron/cancel", { name: "daily" });
  expect(await call("one", "cron/list")).toEqual([]);
});

test("without a plugin that delivers, nobody can send, and the console says so", async () => {
  const { host } = await openHost();
  const status = await installPlugin(host, { manifest: { permissions: { capabilities: ["email:send"] } }, code: ask });
  expect(status.problems).toEqual([expect.stringContaining('"email:deliver"')]);
  await expect(host.callTool("sample", "run", { method: "email/send", params: { message: mail } })).rejects.toMatchObject({ code: "CAPABILITY_UNAVAILABLE" });
});
