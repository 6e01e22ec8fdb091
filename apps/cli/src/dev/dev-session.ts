import type { InstallPreview, PluginHost, PluginStatus } from "@ambit/api-host";
import { AmbitError, type PluginManifest } from "@ambit/api-types";
import { buildPlugin } from "../build/build-plugin.ts";
import { readToolArguments } from "../run/tool-arguments.ts";
import { type Output, paint } from "../terminal/output.ts";
import { findProblems } from "../validate/find-problems.ts";
import { problemLine } from "../validate/problem.ts";

/** Asks a person whether a plugin may have what it asks for. */
export type AskConsent = (preview: Pick<InstallPreview, "lines" | "manifest">) => Promise<boolean>;

/** One plugin under development: loaded, and loaded again, into one host that keeps its data. */
export class DevSession {
  readonly #folder: string;
  readonly #host: PluginHost;
  readonly #ask: AskConsent;
  readonly #output: Output;
  #manifest: PluginManifest | undefined;
  #loading: Promise<void> = Promise.resolve();

  constructor(parts: { readonly folder: string; readonly host: PluginHost; readonly ask: AskConsent; readonly output: Output }) {
    this.#folder = parts.folder;
    this.#host = parts.host;
    this.#ask = parts.ask;
    this.#output = parts.output;
  }

  /** Builds and takes in what the folder holds. @throws AmbitError why it cannot; what was loaded before runs on. */
  load(): Promise<PluginManifest> {
    const loaded = this.#loading.then(() => this.#load());
    // One load after the other, whatever became of the one before.
    this.#loading = loaded.then(
      () => undefined,
      () => undefined,
    );
    return loaded;
  }

  /** Runs a tool from the words of a line: `greet --name Ada`. */
  async call(line: string): Promise<void> {
    await this.#loading;
    const [name, ...words] = splitWords(line);
    const manifest = this.#manifest;
    const tool = manifest?.tools.find((one) => one.name === name);
    if (manifest === undefined || tool === undefined) throw new AmbitError("TOOL_UNKNOWN", `There is no tool "${name}". There are ${manifest?.tools.map((one) => one.name).join(", ") ?? "none yet"}.`);
    const result = await this.#host.callTool(manifest.id, tool.name, readToolArguments(tool, words));
    this.#output.result({ result }, typeof result === "string" ? result : JSON.stringify(result, null, 2));
  }

  async #load(): Promise<PluginManifest> {
    await buildPlugin(this.#folder, this.#output);
    const problems = await findProblems(this.#folder);
    const errors = problems.filter(({ severity }) => severity === "error");
    for (const warning of problems.filter(({ severity }) => severity === "warning")) this.#output.note(paint("yellow", problemLine(warning)));
    if (errors.length > 0) throw new AmbitError("BUNDLE_INVALID", errors.map(problemLine).join("\n"));
    const status = await this.#host.install(this.#folder);
    await this.#agree(status);
    this.#manifest = status.update?.manifest ?? status.manifest;
    return this.#manifest;
  }

  /** Asks where something is asked for that nobody agreed to yet. */
  async #agree(status: PluginStatus): Promise<void> {
    const waiting = status.update ?? (status.state === "waiting" ? status : undefined);
    if (waiting === undefined) return;
    const { manifest, lines, bundleDigest } = waiting;
    if (lines.length > 0 && !(await this.#ask({ manifest, lines }))) throw new AmbitError("CONSENT_REQUIRED", "Nobody agreed to what this version asks for, so it does not run.");
    await this.#host.grant(manifest.id, { bundleDigest, shown: lines.map(({ key }) => key), removed: [] });
  }
}

/** Words of a line; quotes, double or single, hold one together. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([all, double, single]) => double ?? single ?? all.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
