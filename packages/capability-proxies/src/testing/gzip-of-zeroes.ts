import { once } from "node:events";
import { createGzip } from "node:zlib";

/** Zeroes, gzipped piece by piece: this process must not hold them itself. */
export async function gzipOfZeroes(mebibytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 });
  const coded: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => coded.push(chunk));
  const piece = Buffer.alloc(1024 * 1024);
  for (let round = 0; round < mebibytes; round += 1) if (!gzip.write(piece)) await once(gzip, "drain");
  gzip.end();
  await once(gzip, "end");
  return Buffer.concat(coded);
}
