import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of files written for one test. */
export interface PlantedTree extends AsyncDisposable {
  readonly root: string;
}

/** Writes `files` (relative path to content) into a fresh temporary folder, which goes away with the returned value. */
export async function plantTree(files: Readonly<Record<string, string>>): Promise<PlantedTree> {
  const root = await mkdtemp(join(tmpdir(), "ambit-planted-"));
  for (const [place, content] of Object.entries(files)) {
    const file = join(root, place);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}
