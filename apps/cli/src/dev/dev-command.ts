import { resolve, join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { PluginHost } from "@ambit/api-host";
import { AmbitError, type EngineKind, type IsolationKind, type JsonValue, type ToolDeclaration } from "@ambit/api-types";
import { MODULE_FILE } from "../build/manifest-module.ts";
import { sourcesOf } from "../build/plugin-sources.ts";
import { recordLine } from "../journal/record-line.ts";
import { givePlugin } from "../run/give-plugin.ts";
import { openHost } from "../run/open-host.ts";
import { readRoots } from "../run/root-option.ts";
import { type Output, paint } from "../terminal/output.ts";
import { sampleArguments } from "../test/sample-arguments.ts";
import { type AskConsent, DevSession } from "./dev-session.ts";
import { PluginWatcher } from "./plugin-watcher.ts";

/** What `ambit dev` was asked. */
export interface DevRequest {
  readonly folder: string;
  readonly roots: readonly string[];
  readonly accounts: readonly string[];
  readonly secrets: readonly string[];
  readonly engine: EngineKind;
  /** What is around the engine, at least. */
  readonly isolation: IsolationKind;
  /** Grant what it asks for without asking. */
  readonly yes: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Runs a plugin while it is written: takes it in again when its files change, shows its log and journal, calls tools that are typed. */
export async function devCommand(request: DevRequest, output: Output): Promise<void> {
  const folder = resolve(request.folder);
  const host = await openHost({
    folder,
    dataDir: join(folder, ".ambit/dev"),
    roots: readRoots(request.roots),
    engine: request.engine,
    isolation: request.isolation,
    onLog: (line) => output.result({ log: { ...line } } as unknown as JsonValue, `${paint("dim", `[${line.level}]`)} ${line.message}`),
  });
  const lines = createInterface({ input: process.stdin, ...(process.stdin.isTTY && { output: process.stderr }), terminal: process.stdin.isTTY });
  const session = new DevSession({ folder, host, output, ask: request.yes ? async () => true : askBy(lines, output) });
  const done = new AbortController();
  const ending = AbortSignal.any([request.signal, done.signal]);
  const following = follow(host, ending, output);
  try {
    const { id, tools } = await session.load();
    await givePlugin(host, id, request);
    output.result({ loaded: id }, `${paint("green", "Loaded")} ${id}. Call a tool by a line such as: ${lineFor(tools[0])}`);
    using _watcher = watchFolder(folder, session, output);
    await takeLines(lines, session, ending, output);
  } finally {
    lines.close();
    done.abort();
    await following;
    await host.close();
  }
}

function watchFolder(folder: string, session: DevSession, output: Output): Disposable {
  const sources = sourcesOf(folder);
  const made = sources.kind === "none" ? [] : [sources.target, `${sources.target}.map`, MODULE_FILE];
  const watcher = new PluginWatcher(folder, made, () => {
    session.load().then(({ id }) => output.result({ loaded: id }, `${paint("green", "Loaded again")}: ${id}`), (error: unknown) => output.error(error));
  });
  return { [Symbol.dispose]: () => watcher.close() };
}

type Lines = ReturnType<typeof createInterface>;

async function takeLines(lines: Lines, session: DevSession, signal: AbortSignal, output: Output): Promise<void> {
  const leave = (): void => lines.close();
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  for await (const line of lines) {
    if (line.trim() !== "") await session.call(line.trim()).catch((error: unknown) => output.error(error));
  }
  // A person who ends the input ends the session; started by another program, it may have no input from the beginning.
  if (!process.stdin.isTTY) await aborted(signal);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** A line that calls a tool. */
function lineFor(tool: ToolDeclaration | undefined): string {
  if (tool === undefined) return "<tool> --parameter value";
  const { args } = sampleArguments(tool);
  return [tool.name, ...Object.entries(args).map(([name, value]) => `--${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)].join(" ");
}

function askBy(lines: Lines, output: Output): AskConsent {
  return async ({ manifest, lines: wanted }) => {
    const shown = wanted.map((line) => `  ${line.severity === "danger" ? paint("red", line.text) : line.text}`);
    if (!process.stdin.isTTY) throw new AmbitError("CONSENT_REQUIRED", `${manifest.id} asks for:\n${shown.join("\n")}\nAdd --yes to grant it.`);
    output.note([`${paint("bold", manifest.id)} asks for:`, ...shown].join("\n"));
    return /^y(es)?$/i.test((await lines.question("Grant it? [y/N] ")).trim());
  };
}

async function follow(host: PluginHost, signal: AbortSignal, output: Output): Promise<void> {
  for await (const record of host.journal.follow({ signal })) output.result({ journal: record as unknown as JsonValue }, recordLine(record));
}
