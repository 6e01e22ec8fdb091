import { webAssembly } from "../../engine/web-assembly.ts";

/** `(module (func (export "trap") unreachable))`. */
const trapModule: Uint8Array<ArrayBuffer> = Uint8Array.of(
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 0x74, 0x72, 0x61, 0x70, 0, 0, 10, 5, 1, 3, 0, 0, 0x0b,
);

let trap: (() => never) | undefined;

/**
 * Ends the guest's stack by a real WebAssembly trap. A thrown JavaScript value would not do: a guest built with exception handling
 * could catch it and go on, and a trap it can't.
 */
export function unwind(): never {
  // The module is the constant above, whose only export has this type.
  trap ??= new webAssembly.Instance(new webAssembly.Module(trapModule)).exports["trap"] as () => never;
  return trap();
}
