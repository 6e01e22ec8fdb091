import { existsSync, readdirSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { wasmBackend } from "../backend/wasm-backend.ts";
import { fixtureBytes } from "../testing/fixture-bytes.ts";
import { outcomeOf } from "../testing/open-module.ts";
import { ScratchFolder } from "../testing/scratch-folder.ts";
import { TranslationCache } from "./translation-cache.ts";

test("a component is translated once, also by the next process, and a cut file is made anew", async () => {
  using folder = new ScratchFolder();
  const at = folder.at("cache");
  const component = fixtureBytes("hello", "component");
  const first = await new TranslationCache(at).translate(component);
  const begin = performance.now();
  const second = await new TranslationCache(at).translate(component);
  expect(performance.now() - begin).toBeLessThan(100);
  expect(second.files.map(([name, bytes]) => [name, Buffer.from(bytes)])).toEqual(first.files.map(([name, bytes]) => [name, Buffer.from(bytes)]));
  const [file = ""] = readdirSync(at);
  truncateSync(folder.at("cache", file), 5000);
  expect((await new TranslationCache(at).translate(component)).imports).toEqual(first.imports);
  expect(readdirSync(at)).toEqual([file]);
});

test("the backend keeps translations where it is told to", async () => {
  using folder = new ScratchFolder();
  const options = { run: { abi: "component" as const }, backendOptions: { components: { cacheFolder: folder.at("cache") } } };
  expect(await outcomeOf(fixtureBytes("hello", "component"), options)).toBe("hello\n");
  expect(readdirSync(folder.at("cache"))).toHaveLength(1);
  expect(await outcomeOf(fixtureBytes("hello", "component"), options)).toBe("hello\n");
});

test("the backend translates a component before anybody runs it, refuses what is none, and does nothing for a module", async () => {
  using folder = new ScratchFolder().file("run.wasm", fixtureBytes("hello", "component")).file("broken.wasm", fixtureBytes("hello", "component").slice(0, 9000)).file("module.wasm", fixtureBytes("hello"));
  const backend = wasmBackend({ components: { cacheFolder: folder.at("cache") } });
  const bundle = { bundleDir: folder.path, bundleDigest: "0".repeat(64) };
  await backend.prepare?.({ ...bundle, run: { wasm: "module.wasm", abi: "preview1" } });
  expect(existsSync(folder.at("cache"))).toBe(false);
  await expect(backend.prepare?.({ ...bundle, run: { wasm: "broken.wasm", abi: "component" } })).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
  await backend.prepare?.({ ...bundle, run: { wasm: "run.wasm", abi: "component" } });
  expect(readdirSync(folder.at("cache"))).toHaveLength(1);
  await backend.close();
});
