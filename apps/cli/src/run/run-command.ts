import { AmbitError, type IsolationKind, type ToolDeclaration, type ToolProgress } from "@ambit/api-types";
import type { InstallPreview, PluginHost } from "@ambit/api-host";
import { type Output, paint } from "../terminal/output.ts";
import { openHost } from "./open-host.ts";
import { readRoots, takeRootWords } from "./root-option.ts";
import { readToolArguments } from "./tool-arguments.ts";

/** What `ambit run` was asked. */
export interface RunRequest {
  readonly folder: string;
  /** Tool and its arguments, as they stand after `--`. */
  readonly words: readonly string[];
  readonly roots: readonly string[];
  /** Keys of consent lines to take away. */
  readonly deny: readonly string[];
  /** Grant lines that are shown in red, too. */
  readonly yes: boolean;
  readonly data: string;
  /** What is around the engine, at least. */
  readonly isolation: IsolationKind;
}

/** Runs one tool of a plugin folder: what it declares is granted for this command, but what `--deny` takes away. */
export async function runCommand(request: RunRequest, output: Output): Promise<void> {
  const [toolName, ...toolWords] = request.words;
  // Roots written after `--` are taken before the manifest is known; a tool with a parameter "root" gets them back below.
  const taken = takeRootWords(toolWords, false);
  const host = await openHost({
    folder: request.folder,
    dataDir: request.data,
    roots: readRoots([...request.roots, ...taken.roots]),
    isolation: request.isolation,
    onLog: (line) => output.note(`${paint("dim", `[${line.level}]`)} ${line.message}`),
  });
  try {
    const preview = await host.preview(request.folder);
    const tool = findTool(preview, toolName);
    const args = readToolArguments(tool, taken.rest);
    await agree(host, request, preview, output);
    const result = await host.callTool(preview.manifest.id, tool.name, args, {
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

function findTool(preview: InstallPreview, name: string | undefined): ToolDeclaration {
  const { tools, id } = preview.manifest;
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((one) => one.name).join(", ");
  throw new AmbitError("TOOL_UNKNOWN", name === undefined ? `Say which tool of ${id} to run, after --: ${names}.` : `${id} has no tool "${name}". It has ${names}.`);
}

async function agree(host: PluginHost, request: RunRequest, preview: InstallPreview, output: Output): Promise<void> {
  const known = new Set(preview.lines.map((line) => line.key));
  const unknown = request.deny.find((key) => !known.has(key));
  if (unknown !== undefined) throw new AmbitError("INVALID_PARAMS", `--deny "${unknown}" is no line of this plugin. Its lines: ${[...known].join(", ") || "none"}.`);
  const granted = preview.lines.filter((line) => !request.deny.includes(line.key));
  const red = granted.filter((line) => line.severity === "danger");
  if (red.length > 0 && !request.yes) {
    throw new AmbitError("CONSENT_REQUIRED", `This plugin asks for what is shown in red: ${red.map((line) => line.text).join("; ")}. Add --yes to grant it, or --deny ${red[0]?.key}.`);
  }
  for (const line of preview.lines) output.note(`${granted.includes(line) ? paint("green", "granted") : paint("yellow", "denied ")}  ${line.text}  ${paint("dim", line.key)}`);
  await host.install(request.folder);
  await host.grant(preview.manifest.id, { bundleDigest: preview.bundleDigest, shown: [...known], removed: [...request.deny] });
}
