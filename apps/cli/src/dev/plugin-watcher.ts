import { type FSWatcher, watch } from "node:fs";

/** How long the files have to be quiet before they are read again, milliseconds: an editor saves in several steps. */
const QUIET_MS = 80;

/** Watches a plugin's folder. What begins with a dot, installed packages, and what a build makes are no change. */
export class PluginWatcher {
  readonly #watcher: FSWatcher;
  readonly #made: ReadonlySet<string>;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, made: readonly string[], changed: () => void) {
    this.#made = new Set(made);
    this.#watcher = watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || this.#isNoChange(name.replaceAll("\\", "/"))) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(changed, QUIET_MS);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watcher.close();
  }

  #isNoChange(path: string): boolean {
    return this.#made.has(path) || path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
  }
}
