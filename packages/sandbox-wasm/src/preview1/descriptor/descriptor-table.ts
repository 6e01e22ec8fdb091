import { closeDescriptor, type Descriptor } from "./descriptor.ts";

/** Most descriptors a guest has open at once. */
const maxDescriptors = 1024;

/** One number of a table at one moment. */
export interface DescriptorMark {
  readonly descriptor: Descriptor | undefined;
  readonly rights: number;
  readonly inheriting: number;
  readonly flags: number;
}

/** The guest's numbers and what they stand for. The lowest free number is given out, as programs expect. */
export class DescriptorTable {
  readonly #slots: (Descriptor | undefined)[] = [];
  #lowestFree = 0;

  /** What `number` stands for, or undefined. */
  get(number: number): Descriptor | undefined {
    return this.#slots[number];
  }

  /** Whether there is room for one more. */
  get hasRoom(): boolean {
    return this.#findFree() < maxDescriptors;
  }

  /** Gives a descriptor a number. Ask `hasRoom` first. */
  add(descriptor: Descriptor): number {
    const number = this.#findFree();
    this.#slots[number] = descriptor;
    this.#lowestFree = number + 1;
    return number;
  }

  /** Closes a number; false when it was not open. */
  close(number: number): boolean {
    const descriptor = this.#slots[number];
    if (descriptor === undefined) return false;
    // Closed first: what can't be closed for now stays in the table, and is closed with it.
    closeDescriptor(descriptor);
    this.#slots[number] = undefined;
    if (number < this.#lowestFree) this.#lowestFree = number;
    return true;
  }

  /** Moves what `from` stands for to `to`, which is closed first; false when either is not open. */
  move(from: number, to: number): boolean {
    const descriptor = this.#slots[from];
    const replaced = this.#slots[to];
    if (descriptor === undefined || replaced === undefined) return false;
    if (from === to) return true;
    closeDescriptor(replaced);
    this.#slots[to] = descriptor;
    this.#slots[from] = undefined;
    if (from < this.#lowestFree) this.#lowestFree = from;
    return true;
  }

  /** What every number up to the highest one in use stands for, and what may be done with it. */
  marks(): readonly DescriptorMark[] {
    let used = this.#slots.length;
    while (used > 0 && this.#slots[used - 1] === undefined) used -= 1;
    const marks: DescriptorMark[] = [];
    for (let number = 0; number < used; number += 1) {
      const descriptor = this.#slots[number];
      marks.push({ descriptor, rights: descriptor?.rights ?? 0, inheriting: descriptor?.inheriting ?? 0, flags: descriptor?.flags ?? 0 });
    }
    return marks;
  }

  /** Closes everything. */
  closeAll(): void {
    for (const descriptor of this.#slots) if (descriptor !== undefined) closeDescriptor(descriptor);
    this.#slots.length = 0;
    this.#lowestFree = 0;
  }

  #findFree(): number {
    while (this.#slots[this.#lowestFree] !== undefined) this.#lowestFree += 1;
    return this.#lowestFree;
  }
}
