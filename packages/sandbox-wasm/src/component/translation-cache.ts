import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { translateComponent } from "./translate-component.ts";
import type { Translation } from "./translate-worker.ts";

/** Form of the stored text; another one is translated anew. */
const FORM = "ambit-translation-1";

/** Translations by the digest of their component: in a folder where there is one, so that a component is translated once and not once a process. */
export class TranslationCache {
  readonly #folder: string | undefined;

  /** @param folder Absolute; made when the first translation is stored. It must be the host's alone: what stands in it is run. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** Whether translations outlive the process. */
  get keeps(): boolean {
    return this.#folder !== undefined;
  }

  /** The translation of a component. @throws AmbitError as `translateComponent`. */
  async translate(bytes: Uint8Array): Promise<Translation> {
    const name = createHash("sha256").update(bytes).digest("hex");
    const stored = await this.#read(name);
    if (stored !== undefined) return stored;
    const translation = await translateComponent(bytes);
    await this.#write(name, translation);
    return translation;
  }

  /** What was stored whole; a file that is missing, cut or of another form is as good as none. */
  async #read(name: string): Promise<Translation | undefined> {
    if (this.#folder === undefined) return undefined;
    const text = await readFile(join(this.#folder, name), "utf8").catch(() => "");
    const [form, digest, body = ""] = text.split("\n");
    if (form !== FORM || digest !== digestOf(body)) return undefined;
    // Written below, and whole by its digest.
    const { files, ...rest } = JSON.parse(body) as Omit<Translation, "files"> & { readonly files: readonly (readonly [string, string])[] };
    return { ...rest, files: files.map(([file, data]) => [file, Buffer.from(data, "base64")] as const) };
  }

  async #write(name: string, { files, ...rest }: Translation): Promise<void> {
    if (this.#folder === undefined) return;
    const body = JSON.stringify({ ...rest, files: files.map(([file, data]) => [file, Buffer.from(data).toString("base64")]) });
    const fresh = join(this.#folder, `${name}.${randomUUID()}`);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(fresh, `${FORM}\n${digestOf(body)}\n${body}`, { mode: 0o600 });
    await rename(fresh, join(this.#folder, name));
  }
}

function digestOf(body: string): string {
  return createHash("sha256").update(body).digest("hex");
}
