import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ErrorCode, limitNames, limitTable, type RunForm, type RunKind } from "@ambit/api-types";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import { withFolder } from "../sandbox/host-folder.ts";
import { within } from "../sandbox/within.ts";
import type { Stage } from "../sandbox/stage.ts";

const forms: Readonly<Record<RunKind, RunForm>> = {
  js: { js: "run.js" },
  "wasm:preview1": { wasm: "run.wasm", abi: "preview1" },
  "wasm:component": { wasm: "run.wasm", abi: "component" },
};
const kinds = Object.keys(forms) as readonly RunKind[];

/** Limits that end an instance are the backend's to enforce; the others belong to proxies, stores and scripts. */
const enforced = limitNames.filter((name) => limitTable[name].atRunTime === "instance ends");

const takes = (kind: RunKind) => ({ fixture }: Subject): boolean => fixture.kind === kind;

/** What a backend does not take, it refuses before anything runs. */
export const refusalCases: readonly ConformanceCase[] = casesOf("refusals", [
  {
    name: "what is claimed is known: run kinds and limits of the contract, each once",
    async run({ supports }) {
      assert.ok(supports.runs.length > 0, "a backend takes some form of run");
      assert.deepEqual(supports.runs.filter((kind) => !kinds.includes(kind)), []);
      assert.deepEqual(supports.limits.filter((name) => !limitNames.includes(name)), []);
      assert.equal(new Set(supports.runs).size, supports.runs.length);
      assert.equal(new Set(supports.limits).size, supports.limits.length);
    },
  },
  {
    name: "a form of run that is not claimed is refused",
    async run({ supports, spec, backend }) {
      for (const kind of kinds.filter((one) => !supports.runs.includes(one))) {
        const { spec: refused } = await spec({ run: forms[kind] });
        await expectError(within(5000, "create", backend.create(refused)), "BACKEND_UNAVAILABLE", "SAND_WASM_WASI_VERSION_UNSUPPORTED");
      }
    },
  },
  {
    name: "a limit that is not claimed refuses every plugin that it binds",
    async run({ supports, spec, backend }) {
      const unclaimed = enforced.filter((name) => !supports.limits.includes(name));
      if (unclaimed.length === 0) return assert.deepEqual(enforced.filter((name) => supports.limits.includes(name)), enforced);
      const { spec: refused } = await spec();
      const error = await expectError(within(5000, "create", backend.create(refused)), "LIMIT_UNSUPPORTED");
      assert.ok(unclaimed.some((name) => error.message.includes(name)), `the message names the limit: ${error.message}`);
    },
  },
  {
    name: "a module that cannot be read as JavaScript is SAND_JS_LOAD_FAILED",
    about: takes("js"),
    run: (stage) => eachRefused(stage, { "run.js": ["export default {", "export default { tools: {} }; }", "import fs from 'node:fs'; export default {};", "throw new Error('at load')"] }, "SAND_JS_LOAD_FAILED"),
  },
  {
    name: "a file that is no module is SAND_WASM_NOT_A_MODULE",
    about: takes("wasm:preview1"),
    run: (stage) => eachRefused(stage, { "run.wasm": ["", "(module)", "\u0000as", "\u0000asm\u0002\u0000\u0000\u0000", "#!/bin/sh\n"] }, "SAND_WASM_NOT_A_MODULE"),
  },
  {
    name: "a file that is not there is refused, and its path is not told",
    run: (stage) =>
      withFolder(async (folder) => {
        const { spec } = await stage.spec({ bundleDir: folder });
        const error = await expectError(within(5000, "create", stage.backend.create(spec)), "BUNDLE_INVALID", "SAND_JS_LOAD_FAILED", "SAND_WASM_NOT_A_MODULE");
        assert.ok(!error.message.includes(folder), error.message);
      }),
  },
  {
    name: "a plugin that loops while it is loaded is ended",
    about: takes("js"),
    async run(stage) {
      await eachRefused(stage, { "run.js": ["for (;;);"] }, "LIMIT_EXCEEDED");
    },
  },
]);

/** Each content of the run file is refused with one of the codes, and the backend goes on. */
async function eachRefused(stage: Stage, files: Readonly<Record<string, readonly string[]>>, ...codes: readonly ErrorCode[]): Promise<void> {
  await withFolder(async (folder) => {
    for (const [name, contents] of Object.entries(files)) {
      for (const content of contents) {
        await writeFile(join(folder, name), Buffer.from(content, "latin1"));
        const { spec } = await stage.spec({ bundleDir: folder, limits: { callSeconds: 2, cpuMillis: 1000 } });
        const error = await expectError(within(10_000, "create", stage.backend.create(spec)), ...codes);
        assert.ok(!error.message.includes(folder), error.message);
      }
    }
  });
  const { tool } = await stage.start();
  assert.equal(await tool("echo", { value: 1 }), 1);
}
