import type { Guest, GuestInit, GuestPort } from "@ambit/api-types/guest";
import { openPreopens } from "../guest/open-preopens.ts";
import { CommandComponentGuest } from "./command-component-guest.ts";
import type { ComponentImage } from "./component-image.ts";
import { loadComponent } from "./load-component.ts";
import { ReactorComponentGuest } from "./reactor-component-guest.ts";

/**
 * Makes one guest of a component.
 *
 * @throws AmbitError `SAND_WASM_PREOPEN_DENIED` or `SAND_WASM_INSTANTIATION_FAILED`.
 */
export async function createComponentGuest(image: ComponentImage, init: GuestInit, port: GuestPort): Promise<Guest> {
  const parts = await loadComponent(image);
  const folders = openPreopens(init);
  try {
    return image.form === "command" ? new CommandComponentGuest(parts, init, port, folders) : new ReactorComponentGuest(parts, init, port, folders);
  } catch (thrown) {
    folders.close();
    throw thrown;
  }
}
