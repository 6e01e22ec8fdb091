import { existsSync } from "node:fs";
import { AmbitError, type EngineKind, type IsolationKind, type PluginManifest, type ToolDeclaration, type ToolProgress } from "@ambit/api-types";
import type { InstallPreview, PluginHost } from "@ambit/api-host";
import { type Output, paint } from "../terminal/output.ts";
import { requireKnownLines, tellLines } from "./consent-lines.ts";
import { type Gifts, givePlugin } from "./give-plugin.ts";
import { openHost } from "./open-host.ts";
import { requirePlugin } from "./require-plugin.ts";
import { readRoots, takeRootWords } from "./root-option.ts";
import { readToolArguments } from "./tool-arguments.ts";

/** What `ambit run` was asked. */
export interface RunRequest extends Gifts {
  /** The plugin's folder, or the id of one that is installed in the data folder. */
  readonly folder: string;
  /** Tool and its arguments, as they stand after `--`. */
  readonly words: readonly string[];
  readonly roots: readonly string[];
  /** Keys of consent lines to take away. */
  readonly deny: readonly string[];
  /** Grant lines that are shown in red, too. */
  readonly yes: boolean;
  readonly data: string;
  readonly engine: EngineKind;
  /** What is around the engine, at least. */
  readonly isolation: IsolationKind;
}

/**
 * Runs one tool of a plugin. What a plugin folder declares is granted for this command, but what `--deny` takes away; an installed one has
 * what the person left it.
 */
export async function runCommand(request: RunRequest, output: Output): Promise<void> {
  const [toolName, ...toolWords] = request.words;
  // Roots written after `--` are taken before the manifest is known; a tool with a parameter "root" gets them back below.
  const taken = takeRootWords(toolWords, false);
  if (isFolder(request.folder)) requirePlugin(request.folder);
  const host = await openHost({
    folder: request.folder,
    dataDir: request.data,
    roots: readRoots([...request.roots, ...taken.roots]),
    engine: request.engine,
    isolation: request.isolation,
    onLog: (line) => output.note(`${paint("dim", `[${line.level}]`)} ${line.message}`),
  });
  try {
    const preview = isFolder(request.folder) ? await host.preview(request.folder) : undefined;
    const { manifest } = preview ?? (await installed(host, request));
    const tool = findTool(manifest, toolName);
    const args = readToolArguments(tool, taken.rest);
    if (preview !== undefined) await agree(host, request, preview, output);
    await givePlugin(host, manifest.id, request);
    const result = await host.callTool(manifest.id, tool.name, args, {
      onProgress: (progress) => output.progress(progressLine(progress)),
      onPart: (part) => output.result({ part }, typeof part === "string" ? part : JSON.stringify(part)),
    });
    output.result({ result }, typeof result === "string" ? result : JSON.stringify(result, null, 2));
  } finally {
    await host.close();
  }
}

function progressLine({ done, total, message }: ToolProgress): string {
  const share = total === undefined ? `${Math.round(done * 100)} %` : `${done} of ${total}`;
  return message === undefined ? share : `${share}: ${message}`;
}

/** An id has no separators, and a folder of that name is meant where there is one. */
function isFolder(word: string): boolean {
  return existsSync(word) || !/^[a-z0-9][a-z0-9-]*$/.test(word);
}

async function installed(host: PluginHost, { folder: id, deny, data }: RunRequest): Promise<{ readonly manifest: PluginManifest }> {
  if (deny.length > 0) throw new AmbitError("INVALID_PARAMS", `--deny is for a plugin's folder. ${id} is installed: take lines away with ambit install --deny.`);
  const known = (await host.plugins()).find(({ manifest }) => manifest.id === id);
  if (known === undefined) throw new AmbitError("PLUGIN_NOT_INSTALLED", `"${id}" is no folder here, and no plugin of that id is installed in ${data}.`);
  return known;
}

function findTool({ tools, id }: PluginManifest, name: string | undefined): ToolDeclaration {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((one) => one.name).join(", ");
  throw new AmbitError("TOOL_UNKNOWN", name === undefined ? `Say which tool of ${id} to run, after --: ${names}.` : `${id} has no tool "${name}". It has ${names}.`);
}

async function agree(host: PluginHost, request: RunRequest, preview: InstallPreview, output: Output): Promise<void> {
  requireKnownLines(preview, request.deny);
  const granted = preview.lines.filter((line) => !request.deny.includes(line.key));
  const red = granted.filter((line) => line.severity === "danger");
  if (red.length > 0 && !request.yes) {
    throw new AmbitError("CONSENT_REQUIRED", `This plugin asks for what is shown in red: ${red.map((line) => line.text).join("; ")}. Add --yes to grant it, or --deny ${red[0]?.key}.`);
  }
  tellLines(preview, request.deny, output);
  await host.install(request.folder);
  await host.grant(preview.manifest.id, { bundleDigest: preview.bundleDigest, shown: preview.lines.map(({ key }) => key), removed: [...request.deny] });
}
