import { fileURLToPath } from "node:url";
import { defaultCeilings } from "@ambit/api-types";
import { compilePolicy } from "@ambit/sandbox-permissions";
import { createWasmSandbox } from "@ambit/sandbox-wasm";
import { expect, test } from "vitest";

test("the README's example", async () => {
  const manifest = { id: "hello", version: "1.0.0", permissions: {}, limits: {} };
  const policy = compilePolicy({ manifest, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
  const wasmModulePath = fileURLToPath(new URL("../fixtures/hello/hello.wasm", import.meta.url));
  await using sandbox = await createWasmSandbox({ wasmModulePath, policy, proxies: [] });
  expect(await sandbox.call("tool/call", { tool: "greet", arguments: {} })).toBe("hello\n");
});
