import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { type ProxyInstance } from "@ambit/api-types";
import * as capabilityProxies from "./index.ts";
import { FolderTree } from "./test-support/folder-tree.ts";
import { ProxyRig } from "./test-support/proxy-rig.ts";

type Example = (services: capabilityProxies.ProxyServices, instance: ProxyInstance) => Promise<unknown>;

test("the README's example runs as it stands there", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const body = stripTypeScriptTypes(code).replace(/^import .*$/gm, "").replace("export ", "");
  const writeAndRead = new Function("createProxies", `${body}; return writeAndRead;`)(capabilityProxies.createProxies) as Example;
  using tree = new FolderTree();
  const { store, instance } = new ProxyRig();
  expect(await writeAndRead({ store, mountOf: tree.mountOf }, instance)).toEqual({ data: "hello", encoding: "utf8" });
  expect(tree.text("temp/notes.txt")).toBe("hello");
});
