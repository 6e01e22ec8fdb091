declare global {
  /** The part of the WebAssembly interface that is used here. The compiler has it only in its library of browser types. */
  namespace WebAssembly {
    interface Module {
      readonly [Symbol.toStringTag]: string;
    }
    interface ModuleDescriptor {
      readonly module?: string;
      readonly name: string;
      readonly kind: string;
    }
    const Module: {
      new (bytes: Uint8Array<ArrayBuffer>): Module;
      imports(module: Module): ModuleDescriptor[];
      exports(module: Module): ModuleDescriptor[];
    };
    interface Memory {
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
    const Memory: { new (descriptor: { readonly initial: number; readonly maximum: number }): Memory };
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  }
}

export {};
