import { readSections, type Section } from "../../module/read-sections.ts";
import { unsignedBytes } from "../../module/write-section.ts";
import type { RandomSource } from "./random-source.ts";

/** One section with its content, to be put together anew. */
interface Part {
  readonly id: number;
  readonly content: Uint8Array;
}

type Mutation = (parts: readonly Part[], others: readonly Part[], random: RandomSource) => readonly Part[];

const I32_CONST = 0x41;

/** Bytes at which numbers, lengths and operations of the binary form turn into others. */
const edges: readonly number[] = [0x00, 0x01, 0x0b, 0x10, 0x3f, 0x40, 0x41, 0x60, 0x6f, 0x70, 0x7e, 0x7f, 0x80, 0xff];

/** Changes the number of an `i32.const`: the module stays valid more often than not, and calls its host with other numbers. */
const changeConstant: Mutation = changeContent((content, random) => {
  const from = random.below(content.length);
  const found = content.indexOf(I32_CONST, from);
  if (found < 0 || found + 1 >= content.length) return content;
  const number = content[found + 1] ?? 0;
  return content.with(found + 1, (number & 0x80) | random.below(128));
});

const mutations: readonly Mutation[] = [
  changeConstant,
  changeConstant,
  changeConstant,
  changeConstant,
  changeContent((content, random) => content.with(random.below(content.length), random.below(256))),
  changeContent((content, random) => content.with(random.below(content.length), random.pick(edges))),
  changeContent((content, random) => content.with(random.below(content.length), (content[random.below(content.length)] ?? 0) ^ (1 << random.below(8)))),
  changeContent((content, random) => spliced(content, random.below(content.length), 1 + random.below(4), [])),
  changeContent((content, random) => spliced(content, random.below(content.length), 0, [random.pick(edges), random.below(256)])),
  changeContent((content, random) => spliced(content, random.below(content.length), 0, unsignedBytes(random.pick([127, 128, 16_384, 1_000_000, 4_294_967_295])))),
  changeContent((content, random) => content.slice(0, random.below(content.length))),
  changePart(() => []),
  changePart((part) => [part, part]),
  changePart((part, random) => [{ ...part, id: random.below(14) }]),
  (parts, others, random) => parts.map((part) => others.find(({ id }) => id === part.id && random.below(3) === 0) ?? part),
  (parts, _others, random) => parts.toSorted(() => random.below(3) - 1),
];

/** A module with one to three faults, each made where the binary form has meaning: inside a section, or among them. */
export function mutateModule(bytes: Uint8Array, other: Uint8Array, random: RandomSource): Uint8Array {
  const others = partsOf(other);
  let parts = partsOf(bytes);
  for (let faults = random.pick([1, 1, 1, 2, 3]); faults > 0; faults--) parts = random.pick(mutations)(parts, others, random);
  const whole = Buffer.concat([bytes.subarray(0, 8), ...parts.flatMap(({ id, content }) => [Uint8Array.from([id, ...unsignedBytes(content.length)]), content])]);
  return random.below(40) === 0 ? whole.subarray(0, random.below(whole.length)) : whole;
}

function partsOf(bytes: Uint8Array): readonly Part[] {
  return readSections(bytes).map(({ id, content, end }: Section) => ({ id, content: bytes.subarray(content, end) }));
}

function changePart(change: (part: Part, random: RandomSource) => readonly Part[]): Mutation {
  return (parts, _others, random) => {
    const chosen = at(parts, random);
    return parts.flatMap((part, index) => (index === chosen ? change(part, random) : [part]));
  };
}

function changeContent(change: (content: Uint8Array, random: RandomSource) => Uint8Array): Mutation {
  return changePart((part, random) => (part.content.length === 0 ? [part] : [{ ...part, content: change(part.content, random) }]));
}

/** A section: half of the time any, else one by its size, so that code is tried the most. */
function at(parts: readonly Part[], random: RandomSource): number {
  if (parts.length === 0 || random.below(2) === 0) return random.below(Math.max(1, parts.length));
  let place = random.below(parts.reduce((sum, { content }) => sum + content.length, 1));
  return Math.max(0, parts.findIndex(({ content }) => (place -= content.length) < 0));
}

function spliced(content: Uint8Array, place: number, remove: number, insert: readonly number[]): Uint8Array {
  return Uint8Array.from([...content.subarray(0, place), ...insert, ...content.subarray(place + remove)]);
}
