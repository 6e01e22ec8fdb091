import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";
import { SampleArticles } from "../testing/sample-capabilities.ts";

const component = join(import.meta.dirname, "../../../sandbox-wasm/fixtures/application-call/application-call.component.wasm");

test("a component makes the application's calls by their names, judged and answered like any other", async () => {
  const articles = new SampleArticles();
  const { host } = await makeHost({ backends: [wasmBackend({ components: true })], capabilities: articles.capabilities() });
  const run = { wasm: "run.wasm", abi: "component", args: ["{method}", "{params}"] };
  await installed(host, { manifest: { run, permissions: { capabilities: ["content:read"] } }, files: { "run.wasm": await readFile(component) } });
  const ask = (method: string, params: string) => host.callTool("notes", "run", { method, params });
  expect(await ask("content/get", '{"id":"a"}')).toEqual({ title: "First" });
  expect(await ask("content/create", '{"id":"b","title":"B"}')).toBe("PERMISSION_DENIED");
  expect(await ask("content/get", "{no json")).toBe("MESSAGE_MALFORMED");
  expect(articles.asked).toEqual(["notes get a"]);
});
