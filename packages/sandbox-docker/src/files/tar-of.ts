const BLOCK = 512;
const MODE = "0000644";

/** An archive with one file. */
export function tarOf(name: string, data: Uint8Array, owner: { readonly uid: number; readonly gid: number }): Buffer {
  const head = Buffer.alloc(BLOCK);
  head.write(name, 0, 100);
  head.write(`${MODE}\0`, 100);
  head.write(`${octal(owner.uid, 7)}\0`, 108);
  head.write(`${octal(owner.gid, 7)}\0`, 116);
  head.write(`${octal(data.length, 11)}\0`, 124);
  head.write(`${octal(Math.floor(Date.now() / 1000), 11)}\0`, 136);
  head.write(" ".repeat(8), 148);
  head.write("0", 156);
  head.write("ustar\0" + "00", 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${octal(sum, 6)}\0 `, 148);
  const padding = Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK);
  return Buffer.concat([head, data, padding, Buffer.alloc(2 * BLOCK)]);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
