import { AmbitError } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { assemble } from "../../scripts/assemble.ts";
import { prepareModule } from "./prepare-module.ts";

const memory = '(memory (export "memory") 1)';
const start = '(func (export "_start"))';

async function refusal(text: string): Promise<{ readonly code: string; readonly message: string }> {
  try {
    await prepareModule(assemble(text), 1);
  } catch (error) {
    if (AmbitError.isInstance(error)) return { code: error.code, message: error.message };
    throw error;
  }
  return { code: "", message: "" };
}

describe("prepareModule", () => {
  it("tells the command form from the reactor form", async () => {
    expect((await prepareModule(assemble(`(module ${memory} ${start})`), 1)).form).toBe("command");
    expect((await prepareModule(assemble(`(module ${memory} (func (export "ambit_turn")))`), 1)).form).toBe("reactor");
    expect((await prepareModule(assemble(`(module ${memory} (func (export "escouade-turn")))`), 1)).form).toBe("reactor");
  });

  it("takes every function of preview1 and both names of the door", async () => {
    const text = `(module
      (import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))
      (import "ambit" "call" (func (param i32 i32 i32 i32) (result i32)))
      (import "escouade" "call" (func (param i32 i32 i32 i32) (result i32)))
      ${memory} ${start})`;
    expect((await prepareModule(assemble(text), 1)).form).toBe("command");
  });

  it.each([
    ["env", "system"],
    ["ambit", "eval"],
    ["wasi_snapshot_preview1", "sock_connect"],
    ["wasi_snapshot_preview1", "constructor"],
    ["__proto__", "call"],
  ])("refuses the import %s.%s by name", async (module, name) => {
    const { code, message } = await refusal(`(module (import "${module}" "${name}" (func)) ${memory} ${start})`);
    expect(code).toBe("SAND_WASM_IMPORT_UNKNOWN");
    expect(message).toContain(`"${module}"."${name}"`);
  });

  it.each([["wasi_unstable"], ["wasi_snapshot_preview2"], ["wasi:cli/environment@0.2.0"]])("refuses the WASI of %s", async (module) => {
    expect((await refusal(`(module (import "${module}" "f" (func)) ${memory} ${start})`)).code).toBe("SAND_WASM_WASI_VERSION_UNSUPPORTED");
  });

  it("refuses imported globals and tables, and an imported memory beside an own one", async () => {
    expect((await refusal(`(module (import "ambit" "call" (global i32)) ${memory} ${start})`)).code).toBe("SAND_WASM_IMPORT_UNKNOWN");
    expect((await refusal(`(module (import "ambit" "call" (table 1 funcref)) ${memory} ${start})`)).code).toBe("SAND_WASM_IMPORT_UNKNOWN");
    expect((await refusal(`(module (import "env" "memory" (memory 1)) ${memory} ${start})`)).code).toBe("SAND_WASM_MEMORY_REFUSED");
  });

  it("refuses tables that would take the host's memory", async () => {
    expect((await refusal(`(module ${memory} ${start} (table 2000000 funcref))`)).code).toBe("SAND_WASM_MEMORY_REFUSED");
    const seventeen = "(table 1 funcref)".repeat(17);
    expect((await refusal(`(module ${memory} ${start} ${seventeen})`)).code).toBe("SAND_WASM_MEMORY_REFUSED");
  });

  it("refuses a module without a form, or without its memory", async () => {
    expect((await refusal(`(module ${memory})`)).code).toBe("SAND_WASM_INSTANTIATION_FAILED");
    expect((await refusal(`(module (memory 1) ${start})`)).code).toBe("SAND_WASM_INSTANTIATION_FAILED");
    expect((await refusal(`(module ${memory} (global (export "_start") i32 (i32.const 0)))`)).code).toBe("SAND_WASM_INSTANTIATION_FAILED");
  });

  it("says that what the engine refuses is no module", async () => {
    const broken = assemble(`(module ${memory} ${start})`);
    broken[broken.length - 1] = 0xff;
    await expect(prepareModule(broken, 1)).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
  });
});
