import type { ProxyInstance } from "@ambit/api-types";
import { expect, test } from "vitest";
import { createProxies, type ProxyServices } from "./index.ts";
import { FolderTree } from "./testing/folder-tree.ts";
import { ProxyRig } from "./testing/proxy-rig.ts";

async function writeAndRead(services: ProxyServices, instance: ProxyInstance): Promise<unknown> {
  const proxies = new Map(createProxies(services).map((proxy) => [proxy.method, proxy]));
  const grant = { kind: "file", root: "temp", components: ["notes.txt"], access: "write", within: [] } as const;
  const signal = AbortSignal.timeout(5000);
  const place = { root: "temp", path: "notes.txt" };

  await proxies.get("fs/write")?.run({ params: { ...place, data: "hello" }, grant, instance, signal });
  const answer = await proxies.get("fs/read")?.run({ params: place, grant, instance, signal });

  for (const proxy of proxies.values()) await proxy.release?.(instance.instanceId);
  return answer?.result;
}

test("the example of the README", async () => {
  using tree = new FolderTree();
  const { store, instance } = new ProxyRig();
  expect(await writeAndRead({ store, mountOf: tree.mountOf }, instance)).toEqual({ data: "hello", encoding: "utf8" });
  expect(tree.text("temp/notes.txt")).toBe("hello");
});
