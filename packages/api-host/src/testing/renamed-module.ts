const HEADER_BYTES = 8;

/** A WebAssembly module in which a name of one section is another: 2 has the imports, 7 the exports. */
export function renamedModule(module: Uint8Array, section: 2 | 7, from: string, to: string): Uint8Array {
  const bytes = Buffer.from(module);
  const parts: Uint8Array[] = [bytes.subarray(0, HEADER_BYTES)];
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const { value: size, next } = readLength(bytes, at + 1);
    const payload = bytes.subarray(next, next + size);
    const id = bytes[at] ?? 0;
    const content = id === section ? withName(payload, from, to) : payload;
    parts.push(Buffer.from([id]), lengthBytes(content.length), content);
    at = next + size;
  }
  return Buffer.concat(parts);
}

function withName(payload: Buffer, from: string, to: string): Buffer {
  const name = Buffer.concat([lengthBytes(from.length), Buffer.from(from)]);
  const start = payload.indexOf(name);
  if (start === -1) throw new Error(`The section has no name "${from}".`);
  return Buffer.concat([payload.subarray(0, start), lengthBytes(to.length), Buffer.from(to), payload.subarray(start + name.length)]);
}

function readLength(bytes: Buffer, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function lengthBytes(length: number): Buffer {
  const bytes: number[] = [];
  let left = length;
  do {
    const more = left > 0x7f;
    bytes.push((left & 0x7f) | (more ? 0x80 : 0));
    left >>>= 7;
  } while (left > 0);
  return Buffer.from(bytes);
}
