import { setImmediate as turn } from "node:timers/promises";
import { AmbitError } from "@ambit/api-types";
import { broken, ByteReader } from "./byte-reader.ts";
import { type FunctionType, type FunctionTypes, functionTypes } from "./function-types.ts";
import { readPlain, skipValueType } from "./instructions.ts";
import { readSections, sectionId } from "./read-sections.ts";

/**
 * Most weight of one function. The engine compiles a function when it is first called, in one piece: nothing ends it meanwhile, and no
 * limit of a worker or a memory holds for what it takes. It takes some 25 bytes and 15 ns a unit; of the functions of a Ruby and a Yosys of 30 MB
 * each the heaviest has a fifth of this.
 */
export const FUNCTION_WEIGHT = 8_000_000;
/** Bytes of code after which the thread's other work has its turn: this is read in the host's own. */
const SLICE_BYTES = 500_000;
/** As many as the engine takes. */
const MOST_LOCALS = 50_000;

const code = {
  unreachable: 0x00, block: 0x02, loop: 0x03, if: 0x04, else: 0x05, try: 0x06, catch: 0x07, throw: 0x08, rethrow: 0x09, throwRef: 0x0a, end: 0x0b, br: 0x0c, brIf: 0x0d, brTable: 0x0e, return: 0x0f,
  call: 0x10, callIndirect: 0x11, returnCall: 0x12, returnCallIndirect: 0x13, callRef: 0x14, returnCallRef: 0x15, delegate: 0x18, catchAll: 0x19, tryTable: 0x1f, brOnNull: 0xd5, brOnNonNull: 0xd6,
} as const;

/**
 * Refuses a module with a function that would take the engine very long or very much memory to compile: at each block and each branch it
 * notes where every local and every operand is, so that the work grows with their product.
 *
 * @throws AmbitError `SAND_WASM_MEMORY_REFUSED` naming the function, or for objects outside the memory; `SAND_WASM_NOT_A_MODULE`.
 */
export async function boundCode(bytes: Uint8Array, most: number = FUNCTION_WEIGHT): Promise<void> {
  const sections = readSections(bytes);
  const types = functionTypes(bytes, sections);
  const section = sections.find(({ id }) => id === sectionId.code);
  if (section === undefined) return;
  const reader = new ByteReader(bytes, section.content, section.end);
  const count = reader.unsigned();
  let slice = reader.at + SLICE_BYTES;
  for (let index = 0; index < count; index++) {
    if (reader.at > slice) {
      slice = reader.at + SLICE_BYTES;
      await turn();
    }
    const size = reader.unsigned();
    const body = new ByteReader(bytes, reader.at, reader.at + size);
    reader.take(size);
    const function_ = types.imported + index;
    new FunctionScale(body, types, typeAt(types, types.functions[function_]), function_, most).weigh();
  }
}

function typeAt({ types }: FunctionTypes, index: number | undefined): FunctionType {
  const type = index === undefined ? undefined : types[index];
  if (type === undefined) throw broken();
  return type;
}

/** A block that is open. */
interface Block {
  /** Height of the stack below it. */
  readonly base: number;
  readonly results: number;
}

/** Goes through one function and adds up its weight. */
class FunctionScale {
  readonly #reader: ByteReader;
  readonly #types: FunctionTypes;
  readonly #index: number;
  readonly #most: number;
  readonly #blocks: Block[];
  readonly #locals: number;
  #height = 0;
  #weight = 0;

  constructor(reader: ByteReader, types: FunctionTypes, { params, results }: FunctionType, index: number, most: number) {
    this.#reader = reader;
    this.#types = types;
    this.#index = index;
    this.#most = most;
    this.#blocks = [{ base: 0, results }];
    this.#locals = params + this.#readLocals();
  }

  weigh(): void {
    while (!this.#reader.done && this.#blocks.length > 0) {
      const operation = this.#reader.byte();
      if (operation === code.brTable) this.#table();
      else if (operation <= code.return || operation === code.tryTable || operation === code.delegate || operation === code.catchAll || operation === code.brOnNull || operation === code.brOnNonNull) this.#control(operation);
      else if (operation <= code.returnCallRef) this.#call(operation);
      else this.#move(readPlain(operation, this.#reader));
    }
  }

  #readLocals(): number {
    let locals = 0;
    for (let left = this.#reader.unsigned(); left > 0; left--) {
      locals += this.#reader.unsigned();
      skipValueType(this.#reader);
      if (locals > MOST_LOCALS) throw broken();
    }
    return locals;
  }

  #control(operation: number): void {
    switch (operation) {
      case code.unreachable: case code.return: case code.throwRef:
        return this.#dead();
      case code.block: case code.loop: case code.if: case code.try: case code.tryTable:
        return this.#open(operation);
      case code.else: case code.catchAll:
        return this.#again(0);
      case code.catch:
        return this.#again(typeAt(this.#types, this.#types.tags[this.#reader.unsigned()]).params);
      case code.throw: case code.rethrow:
        this.#reader.unsigned();
        return this.#dead();
      case code.end:
        return this.#close();
      case code.delegate:
        this.#reader.unsigned();
        return this.#close();
      case code.br:
        this.#branch();
        return this.#dead();
      case code.brIf: case code.brOnNull: case code.brOnNonNull:
        if (operation !== code.brOnNull) this.#move(-1);
        return this.#branch();
      case 0x01:
        return;
      default:
        throw broken();
    }
  }

  #open(operation: number): void {
    if (operation === code.if) this.#move(-1);
    const { params, results } = this.#blockType();
    if (operation === code.tryTable) this.#readCatches();
    this.#add(this.#state);
    this.#blocks.push({ base: Math.max(this.#base, this.#height - params), results });
  }

  #blockType(): FunctionType {
    const first = this.#reader.bytes[this.#reader.at] ?? 0;
    // One byte below zero: no result, or the one of that type.
    if ((first & 0xc0) === 0x40) {
      skipValueType(this.#reader);
      return { params: 0, results: first === 0x40 ? 0 : 1 };
    }
    return typeAt(this.#types, this.#reader.unsigned());
  }

  #readCatches(): void {
    for (let left = this.#reader.unsigned(); left > 0; left--) {
      if (this.#reader.byte() <= 1) this.#reader.unsigned();
      this.#branch();
    }
  }

  /** The other way through a block. */
  #again(given: number): void {
    this.#add(this.#state);
    this.#height = this.#base + given;
  }

  #close(): void {
    const block = this.#blocks.pop();
    this.#height = (block?.base ?? 0) + (block?.results ?? 0);
    this.#add(this.#state);
  }

  #branch(): void {
    this.#reader.unsigned();
    this.#add(this.#state / 4);
  }

  #table(): void {
    this.#move(-1);
    const targets = this.#reader.unsigned() + 1;
    for (let left = targets; left > 0; left--) this.#branch();
    this.#dead();
  }

  #call(operation: number): void {
    const index = this.#reader.unsigned();
    const named = operation === code.call || operation === code.returnCall;
    const type = typeAt(this.#types, named ? this.#types.functions[index] : index);
    if (operation === code.callIndirect || operation === code.returnCallIndirect) this.#reader.unsigned();
    if (!named) this.#move(-1);
    this.#add((type.params + type.results) ** 2 / 8 + this.#state / 8);
    this.#move(-type.params);
    this.#move(type.results);
    if (operation === code.returnCall || operation === code.returnCallIndirect || operation === code.returnCallRef) this.#dead();
  }

  /** Nothing comes here: what stands on the stack is anything. */
  #dead(): void {
    this.#height = this.#base;
  }

  get #base(): number {
    return this.#blocks[this.#blocks.length - 1]?.base ?? 0;
  }

  /** Places the engine keeps track of. */
  get #state(): number {
    return this.#locals + this.#height + 1;
  }

  #move(by: number): void {
    this.#height = Math.max(this.#base, this.#height + by);
  }

  #add(weight: number): void {
    this.#weight += weight;
    if (this.#weight > this.#most) {
      throw new AmbitError("SAND_WASM_MEMORY_REFUSED", `Function ${this.#index} of the module has too many locals, operands and blocks together to be compiled within bounds; split it.`);
    }
  }
}
