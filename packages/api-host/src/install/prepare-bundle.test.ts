import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { expect, test } from "vitest";
import { accept, makeHost } from "../testing/host-rig.ts";
import { freshFolder, pluginFolder } from "../testing/plugin-folder.ts";

const component = await readFile(new URL("../../../sandbox-wasm/fixtures/hello/hello.component.wasm", import.meta.url));
const manifest = { run: { wasm: "run.wasm", abi: "component" }, limits: { callSeconds: 30, cpuMillis: 10_000 } };

test("a component is translated when it is installed, and what is none is not taken in", async () => {
  const cacheFolder = join(await freshFolder(), "components");
  const { host, store, dataDir } = await makeHost({ backends: [wasmBackend({ components: { cacheFolder } })] });
  const broken = await pluginFolder({ manifest, files: { "run.wasm": component.subarray(0, 9000) } });
  await expect(host.install(broken)).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
  expect([await host.plugins(), await store.installs.list(), await readdir(join(dataDir, "bundles"))]).toEqual([[], [], []]);

  const status = await host.install(await pluginFolder({ manifest, files: { "run.wasm": component } }));
  expect(await readdir(cacheFolder)).toHaveLength(1);
  await accept(host, status);
  expect(await host.callTool("notes", "run", {})).toBe("hello\n");
  expect(await readdir(cacheFolder)).toHaveLength(1);
});

test("an update that cannot be prepared leaves the version that runs", async () => {
  const cacheFolder = join(await freshFolder(), "components");
  const { host } = await makeHost({ backends: [wasmBackend({ components: { cacheFolder } })] });
  await accept(host, await host.install(await pluginFolder({ manifest, files: { "run.wasm": component } })));
  const broken = await pluginFolder({ manifest: { ...manifest, version: "2.0.0" }, files: { "run.wasm": component.subarray(0, 9000) } });
  await expect(host.install(broken)).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
  expect(await host.callTool("notes", "run", {})).toBe("hello\n");
});
