import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ErrorCode, Sandbox } from "@ambit/api-types";
import { casesOf, type ConformanceCase, expectError, type Stage, type Subject, withFolder } from "@ambit/conformance-suite";
import { moduleBytes, type ModuleParts } from "./module-bytes.ts";

/** Creates an instance of a module written for the occasion. */
function create(stage: Stage, parts: ModuleParts, use: (created: Promise<Sandbox>) => Promise<void>): Promise<void> {
  return withFolder(async (bundleDir) => {
    await writeFile(join(bundleDir, "run.wasm"), moduleBytes(parts));
    const { spec } = await stage.spec({ bundleDir });
    await use(stage.backend.create(spec));
  });
}

/** A module that is refused before any of it runs. */
function refused(what: string, parts: ModuleParts, code: ErrorCode, saying: RegExp): Omit<ConformanceCase, "group"> {
  return {
    name: `${what} is ${code}`,
    about: oneForm,
    run: (stage) =>
      create(stage, parts, async (created) => {
        const error = await expectError(created, code);
        assert.match(error.message, saying);
        assert.equal((await (await stage.start()).tool("echo", { value: 1 })), 1);
      }),
  };
}

/** What is true of any module is tried once, beside the reactor's cases. */
function oneForm({ fixture }: Subject): boolean {
  return fixture.form === "wasm:preview1";
}

/** What a module may ask to be given. */
export const importCases: readonly ConformanceCase[] = casesOf("refusals", [
  {
    name: "the door and the functions of preview1 are all that a module is given",
    about: oneForm,
    run: (stage) =>
      create(stage, {}, async (created) => {
        const sandbox = await created;
        assert.equal(await sandbox.call("tool/call", { tool: "any", arguments: {} }), "");
        await sandbox.dispose();
      }),
  },
  refused("an import of the C library's host", { imports: [["env", "system"]] }, "SAND_WASM_IMPORT_UNKNOWN", /"env".*"system"/),
  refused("an import of a function that preview1 does not have", { imports: [["wasi_snapshot_preview1", "sock_connect"]] }, "SAND_WASM_IMPORT_UNKNOWN", /sock_connect/),
  refused("an import of another function of the door", { imports: [["ambit", "eval"]] }, "SAND_WASM_IMPORT_UNKNOWN", /eval/),
  refused("an import of the prototype's names", { imports: [["wasi_snapshot_preview1", "constructor"]] }, "SAND_WASM_IMPORT_UNKNOWN", /constructor/),
  refused("an import of an older WASI", { imports: [["wasi_unstable", "fd_write"]] }, "SAND_WASM_WASI_VERSION_UNSUPPORTED", /wasi_unstable/),
  refused("an import of a newer WASI", { imports: [["wasi:cli/environment@0.2.0", "get-environment"]] }, "SAND_WASM_WASI_VERSION_UNSUPPORTED", /wasi:cli/),
  refused("a module without a form", { exports: [] }, "SAND_WASM_INSTANTIATION_FAILED", /_start.*ambit_turn/),
  refused("a module without a memory", { memory: [] }, "SAND_WASM_MEMORY_REFUSED", /memory/),
  // 0x81 0x08 is 1025 pages: one more than the 64 MiB of a plugin that sets no limit.
  refused("a memory that begins above its limit", { memory: [0x00, 0x81, 0x08] }, "SAND_WASM_MEMORY_REFUSED", /limit/),
  refused("a shared memory", { memory: [0x03, 0x01, 0x02] }, "SAND_WASM_MEMORY_REFUSED", /shared/),
  refused("a 64-bit memory", { memory: [0x04, 0x01] }, "SAND_WASM_MEMORY_REFUSED", /64/),
]);
