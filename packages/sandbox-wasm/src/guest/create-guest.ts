/**
 * Makes the guests of this backend. It runs inside a worker, so it must not import what only the host needs.
 *
 * @packageDocumentation
 */

import type { Guest, GuestInit, GuestPort } from "@ambit/api-types/guest";
import { type WasmModule, webAssembly } from "../engine/web-assembly.ts";
import { CommandGuest } from "./command-guest.ts";
import { turnExportNames, type WasmImage } from "./module-form.ts";
import { openPreopens } from "./open-preopens.ts";
import { PerCallGuest } from "./per-call-guest.ts";
import { ReactorGuest } from "./reactor-guest.ts";
import type { TurnParts } from "./turn-instance.ts";

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
    const turnExport = turnExportNames.find((name) => exportNames.includes(name)) ?? "";
    const parts: TurnParts = { module, turnExport, init, port, folders };
    return image.state === undefined ? new ReactorGuest(parts) : new PerCallGuest(parts, image.state);
  } catch (thrown) {
    folders.close();
    throw thrown;
  }
}
