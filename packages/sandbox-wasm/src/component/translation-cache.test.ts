import { readdirSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
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
