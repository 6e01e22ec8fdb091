import { createMemoryStore, createPluginHost, type PluginHost } from "@ambit/api-host";
import { jsBackend } from "@ambit/sandbox-js";
import { expect, onTestFinished, test } from "vitest";

async function open(removed: readonly string[] = []): Promise<PluginHost> {
  const host = await createPluginHost({ store: createMemoryStore(), backends: [jsBackend()] });
  onTestFinished(() => host.close());
  const { bundleDigest, lines } = await host.install(import.meta.dirname);
  expect(lines.map(({ text }) => text)).toEqual([
    'Answers requests to "links/newest" from anyone, without signing in',
    'Sees what "link:beforeShare" is about before it happens, and can stop it',
    'Keeps data of its own in the collection "links"',
  ]);
  await host.grant("reading-list", { bundleDigest, shown: lines.map(({ key }) => key), removed });
  return host;
}

const call = (host: PluginHost, tool: string, args: Record<string, string> = {}) => host.callTool("reading-list", tool, args);

test("links are kept once, listed by pages, and marked as read", async () => {
  const host = await open();
  for (let at = 0; at < 25; at++) expect(await call(host, "add", { url: `https://example.dev/${at}`, title: `Page ${at}` })).toMatchObject({ added: true });
  expect(await call(host, "add", { url: "https://example.dev/3", title: "Again" })).toEqual({ added: false });
  await expect(call(host, "add", { url: "ftp://example.dev/", title: "Old" })).rejects.toMatchObject({ code: "GUEST_ERROR" });
  const first = (await call(host, "list")) as { readonly links: readonly { readonly id: string }[]; readonly open: number; readonly cursor: string };
  const second = (await call(host, "list", { cursor: first.cursor })) as typeof first;
  expect([first.open, first.links.length, second.links.length, second.cursor]).toEqual([25, 20, 5, undefined]);
  expect(await call(host, "done", { id: first.links[0]?.id ?? "" })).toEqual({ done: true });
  expect(await call(host, "done", { id: "none" })).toEqual({ done: false });
  expect(await call(host, "list")).toMatchObject({ open: 24 });
});

test("what is still to be read is not shared", async () => {
  const host = await open();
  const url = "https://example.dev/";
  const { id } = (await call(host, "add", { url, title: "Example" })) as { readonly id: string };
  await expect(host.runHook("link:beforeShare", { url })).rejects.toMatchObject({ code: "HOOK_BLOCKED", message: 'The plugin "reading-list" said no: Read https://example.dev/ before you share it.' });
  await call(host, "done", { id });
  expect((await host.runHook("link:beforeShare", { url })).values).toEqual([]);
});

test("the newest are shown to anyone, where that is granted", async () => {
  const host = await open();
  await call(host, "add", { url: "https://example.dev/", title: "Example" });
  const newest = (method: string) => host.callRoute("reading-list", "links/newest", { method, query: { limit: "3" } }, { anonymous: true });
  expect(await newest("GET")).toEqual({ links: [{ url: "https://example.dev/", title: "Example" }] });
  await expect(newest("POST")).rejects.toMatchObject({ details: { httpStatus: 405 } });
  const closed = await open(["routes:public:links/newest", "storage:links"]);
  await expect(closed.callRoute("reading-list", "links/newest", {})).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await expect(call(closed, "list")).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringContaining("grant its collection") });
});
