import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Bytes that many children read from a descriptor. They stand in a file without a name, so nothing of it is left when this process ends,
 * and cost a child less than a pipe would.
 */
export class ConstantFile {
  readonly #descriptor: number;

  /** @throws Error of the system where no temporary file can be made. */
  constructor(bytes: Uint8Array) {
    const folder = mkdtempSync(join(tmpdir(), "ambit-"));
    try {
      const path = join(folder, "file");
      writeFileSync(path, bytes, { mode: 0o400, flag: "wx" });
      this.#descriptor = openSync(path, "r");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Runs `use` with a descriptor that reads from the first byte, whoever else reads at the same time. */
  with<T>(use: (descriptor: number) => T): T {
    const descriptor = openSync(`/proc/self/fd/${this.#descriptor}`, "r");
    try {
      return use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Releases the file. */
  close(): void {
    closeSync(this.#descriptor);
  }
}
