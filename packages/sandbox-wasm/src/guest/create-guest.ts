/**
 * Makes the guests of this backend. It runs inside a worker, so it must not import what only the host needs.
 *
 * @packageDocumentation
 */

import type { Guest, GuestInit, GuestPort } from "@ambit/api-types/guest";
import { type WasmModule, webAssembly } from "../engine/web-assembly.ts";
import type { ComponentImage } from "../component/component-image.ts";
import { createComponentGuest } from "../component/create-component-guest.ts";
import { CommandGuest } from "./command-guest.ts";
import type { CommandParts } from "./command-run.ts";
import { turnExportNames, type WasmImage } from "./module-form.ts";
import { openPreopens } from "./open-preopens.ts";
import { PerCallGuest } from "./per-call-guest.ts";
import { ReactorGuest } from "./reactor-guest.ts";
import { SuspendingCommand } from "./suspending-command.ts";
import { SuspendingGuest } from "./suspending-guest.ts";
import { SuspendingReactor } from "./suspending-reactor.ts";
import type { TurnParts } from "./turn-instance.ts";

/**
 * Makes one guest from the image that the backend prepared.
 *
 * @throws AmbitError `SAND_WASM_PREOPEN_DENIED` or `SAND_WASM_INSTANTIATION_FAILED`.
 */
export function createGuest(init: GuestInit, port: GuestPort): Promise<Guest> | Guest {
  // The image is this package's own, made by its backend on the host's side.
  const image = init.image as WasmImage | ComponentImage;
  return "kind" in image ? createComponentGuest(image, init, port) : createModuleGuest(image, init, port);
}

function createModuleGuest(image: WasmImage, init: GuestInit, port: GuestPort): Guest {
  const module = image.module as WasmModule;
  const folders = openPreopens(init);
  const suspends = image.suspends ?? false;
  try {
    if (image.form === "command") {
      const parts: CommandParts = { module, init, port, folders, suspends };
      return suspends ? new SuspendingGuest(port, new SuspendingCommand(parts)) : new CommandGuest(parts);
    }
    const exportNames = webAssembly.Module.exports(module).map((binding) => binding.name);
    const parts: TurnParts = { module, turnExport: turnExportNames.find((name) => exportNames.includes(name)) ?? "", init, port, folders, suspends };
    if (image.state !== undefined) return new PerCallGuest(parts, image.state);
    return suspends ? new SuspendingGuest(port, new SuspendingReactor(parts)) : new ReactorGuest(parts);
  } catch (thrown) {
    folders.close();
    throw thrown;
  }
}
