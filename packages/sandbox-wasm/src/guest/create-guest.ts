/**
 * Makes the guests of this backend. It runs inside a worker, so it must not import what only the host needs.
 *
 * @packageDocumentation
 */

import type { Guest, GuestInit, GuestPort } from "@ambit/api-types/guest";
import { type WasmModule, webAssembly } from "../engine/web-assembly.ts";
import { CommandGuest } from "./command-guest.ts";
import type { WasmImage } from "./module-form.ts";
import { openPreopens } from "./open-preopens.ts";
import { ReactorGuest } from "./reactor-guest.ts";

/**
 * Makes one guest from the image that the backend prepared.
 *
 * @throws AmbitError `SAND_WASM_PREOPEN_DENIED` or `SAND_WASM_INSTANTIATION_FAILED`.
 */
export function createGuest(init: GuestInit, port: GuestPort): Guest {
  // The image is this package's own, made by its backend on the host's side.
  const image = init.image as WasmImage;
  const module = image.module as WasmModule;
  const folders = openPreopens(init.preopens);
  try {
    if (image.form === "command") return new CommandGuest(module, init, port, folders);
    const exportNames = webAssembly.Module.exports(module).map((binding) => binding.name);
    return new ReactorGuest(module, exportNames, init, port, folders);
  } catch (thrown) {
    folders.close();
    throw thrown;
  }
}
