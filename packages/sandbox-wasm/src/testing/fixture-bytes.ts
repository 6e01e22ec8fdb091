import { readFileSync } from "node:fs";

/** The module of a fixture in one of its forms. */
export function fixtureBytes(name: string, form: string = "command"): Uint8Array<ArrayBuffer> {
  const file = form === "command" ? `${name}.wasm` : `${name}.${form}.wasm`;
  return new Uint8Array(readFileSync(new URL(`../../fixtures/${name}/${file}`, import.meta.url)));
}
