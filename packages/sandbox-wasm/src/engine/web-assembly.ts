/** A linear memory. */
export interface WasmMemory {
  /** Replaced, and the old one emptied, when the memory grows. */
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 KiB; throws a `RangeError` past the memory's maximum. */
  grow(pages: number): number;
}

/** A global of a number type that an instance exports. */
export interface WasmGlobal {
  value: number | bigint;
}

/** A table that an instance exports. */
export interface WasmTable {
  readonly length: number;
  get(index: number): unknown;
}

/** A compiled module; it can be handed to worker threads. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

/** A module with its memory and imports. */
export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** What a module wants from outside, by module name and name. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** One import or export of a module, as the engine tells it. */
export interface WasmBinding {
  readonly module?: string;
  readonly name: string;
  readonly kind: string;
}

/** The part of the engine's WebAssembly interface that is used here. */
export interface WasmEngine {
  readonly Module: {
    new (bytes: Uint8Array<ArrayBuffer>): WasmModule;
    imports(module: WasmModule): WasmBinding[];
    exports(module: WasmModule): WasmBinding[];
  };
  readonly Instance: new (module: WasmModule, imports?: WasmImports) => WasmInstance;
  readonly Memory: new (descriptor: { readonly initial: number; readonly maximum?: number }) => WasmMemory;
  readonly RuntimeError: new (message?: string) => Error;
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule>;
}

/**
 * The engine's WebAssembly interface. It is typed here because neither the language's library nor Node.js' types declare it, and a
 * browser's types would declare much that does not exist.
 */
export const webAssembly: WasmEngine = (globalThis as unknown as { readonly WebAssembly: WasmEngine }).WebAssembly;
