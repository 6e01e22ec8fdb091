import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a fresh folder of the host for as long as something is done with it. */
export async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  // The real path: the temporary folder of some systems is a link.
  const folder = await realpath(await mkdtemp(join(tmpdir(), "ambit-conformance-")));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
