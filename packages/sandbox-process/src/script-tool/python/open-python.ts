import type { Confiner } from "../../confine/confiner.ts";
import { resolveName } from "../../provider/egress/resolve-name.ts";
import { PythonLanguage } from "./python-language.ts";
import { VenvStore } from "./venv-store.ts";
import { WarmPython } from "./warm-python.ts";

/** How a host runs Python scripts. */
export interface PythonHostOptions {
  /** The interpreter's path, or its name on the host's search path. Default `python3`. */
  readonly command?: string;
  /**
   * Where packages come from that a plugin's `requirements.txt` names, and the host's private folder in which what is built of them is
   * kept. A plugin that names packages is refused where absent.
   */
  readonly packages?: { readonly index: URL; readonly folder: string };
  /** Keeps an interpreter ready after a call, for a minute, so that the plugin's next call starts sooner. Default true. */
  readonly warm?: boolean;
}

/** Python as a host runs it, and what must be closed with the host. */
export interface OpenPython {
  readonly language: PythonLanguage;
  close(): Promise<void>;
}

/** Makes the language of Python scripts for one host. */
export function openPython(confiner: Confiner, options: PythonHostOptions): OpenPython {
  const { command, packages, warm: keepsWarm = true } = options;
  const warm = keepsWarm ? new WarmPython({ confiner }) : undefined;
  const venvs = packages && new VenvStore({ confiner, ...packages, resolve: resolveName });
  return {
    language: new PythonLanguage({ ...(command !== undefined && { command }), ...(warm !== undefined && { warm }), ...(venvs !== undefined && { venvs }) }),
    close: async () => warm?.close(),
  };
}
