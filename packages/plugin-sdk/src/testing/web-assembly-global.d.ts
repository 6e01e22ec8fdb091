/** The part of the WebAssembly interface that the header's test uses. The compiler has it only in its library of browser types. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: { new (bytes: Uint8Array<ArrayBuffer>): Module };
  interface Instance {
    readonly exports: object;
  }
  const Instance: { new (module: Module, imports: object): Instance };
}
