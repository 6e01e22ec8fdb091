import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";

/** One entry of a tar archive that is made to be read. */
export interface TarEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly type?: "file" | "link" | "symlink" | "directory" | "fifo" | "character-device" | "block-device";
  readonly linkname?: string;
  readonly mode?: number;
  /** Records beside the header, by their keys. */
  readonly pax?: Readonly<Record<string, string>>;
}

/** Writes a tar archive. */
export async function writeTar(entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack();
  const whole = buffer(archive as unknown as AsyncIterable<Buffer>);
  for (const { content = "", type = "file", ...header } of entries) {
    if (type === "file") archive.entry({ ...header, type }, Buffer.from(content));
    else archive.entry({ ...header, type, size: 0 });
  }
  archive.finalize();
  return whole;
}

/** Changes the type of a tar archive's first entry, such as `S` for a sparse file. */
export function withType(tar: Buffer, type: string): Buffer {
  const changed = Buffer.from(tar);
  changed.write(type, 156, "latin1");
  changed.write("        ", 148, "latin1");
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return changed;
}
