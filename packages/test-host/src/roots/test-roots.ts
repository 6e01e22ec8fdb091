import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RootRegistration } from "@ambit/api-host";
import type { PluginManifest } from "@ambit/api-types";

/** What a root holds: files by path, or a folder that is there already. */
export type RootContent = string | Readonly<Record<string, string | Uint8Array>>;

/** Folders for the roots that a plugin asks for: those a test names, and an empty one for each other. */
export class TestRoots {
  readonly #made: string[] = [];
  readonly #folders = new Map<string, string>();

  static async make({ permissions: { files = [] } }: PluginManifest, contents: Readonly<Record<string, RootContent>>): Promise<TestRoots> {
    const roots = new TestRoots();
    const asked = files.map(({ root }) => root).filter((root) => root !== "plugin" && root !== "temp");
    for (const root of new Set([...asked, ...Object.keys(contents)])) await roots.#add(root, contents[root] ?? {});
    return roots;
  }

  /** What a host is given. */
  registrations(): Record<string, RootRegistration> {
    return Object.fromEntries([...this.#folders].map(([root, hostPath]) => [root, { hostPath }]));
  }

  /** The folder behind a root. @throws Error where there is none. */
  folder(root: string): string {
    const folder = this.#folders.get(root);
    if (folder === undefined) throw new Error(`There is no root "${root}". There are ${[...this.#folders.keys()].join(", ") || "none"}.`);
    return folder;
  }

  async close(): Promise<void> {
    for (const folder of this.#made) await rm(folder, { recursive: true, force: true });
  }

  async #add(root: string, content: RootContent): Promise<void> {
    if (typeof content === "string") {
      this.#folders.set(root, content);
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), `ambit-${root}-`));
    this.#made.push(folder);
    this.#folders.set(root, folder);
    for (const [path, data] of Object.entries(content)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), data);
    }
  }
}
