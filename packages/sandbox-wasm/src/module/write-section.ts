import type { Section } from "./read-sections.ts";

/** A number in unsigned LEB128. */
export function unsignedBytes(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return bytes;
}

/** The module with another content for one section. */
export function replaceSection(bytes: Uint8Array, section: Section, content: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const head = [section.id, ...unsignedBytes(content.length)];
  const out = new Uint8Array(section.start + head.length + content.length + bytes.length - section.end);
  out.set(bytes.subarray(0, section.start));
  out.set(head, section.start);
  out.set(content, section.start + head.length);
  out.set(bytes.subarray(section.end), section.start + head.length + content.length);
  return out;
}

/** The module without one section. */
export function removeSection(bytes: Uint8Array, section: Section): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length - (section.end - section.start));
  out.set(bytes.subarray(0, section.start));
  out.set(bytes.subarray(section.end), section.start);
  return out;
}
