import { createInterface } from "node:readline/promises";
import type { InstallPreview, PluginHost } from "@ambit/api-host";
import { AmbitError } from "@ambit/api-types";
import { requireKnownLines, tellLines } from "../run/consent-lines.ts";
import { requirePlugin } from "../run/require-plugin.ts";
import { openHost } from "../run/open-host.ts";
import { readRoots } from "../run/root-option.ts";
import { type Output, paint } from "../terminal/output.ts";

/** What `ambit install` was asked. */
export interface InstallRequest {
  /** Folder or archive. */
  readonly plugin: string;
  readonly roots: readonly string[];
  /** Keys of consent lines to take away. */
  readonly deny: readonly string[];
  /** Grant what it asks for without asking. */
  readonly yes: boolean;
  readonly data: string;
}

/** Takes a plugin into a data folder, with what the person leaves it of what it asks for. An update that asks for no more needs no word. */
export async function installCommand(request: InstallRequest, output: Output): Promise<void> {
  requirePlugin(request.plugin);
  const host = await openHost({ folder: request.plugin, dataDir: request.data, roots: readRoots(request.roots) });
  try {
    const preview = await host.preview(request.plugin);
    requireKnownLines(preview, request.deny);
    const status = await host.install(request.plugin);
    if (status.update !== undefined || status.state === "waiting") await agree(host, request, preview, output);
    for (const problem of preview.problems) output.note(paint("yellow", problem));
    const { manifest, bundleDigest, removed } = await host.plugin(preview.manifest.id);
    output.result({ id: manifest.id, version: manifest.version, bundleDigest, removed: [...removed] }, `${paint("green", "Installed")} ${manifest.id} ${manifest.version}. Run a tool of it: ambit run ${manifest.id} -- ${manifest.tools[0]?.name ?? "<tool>"}`);
  } finally {
    await host.close();
  }
}

async function agree(host: PluginHost, request: InstallRequest, preview: InstallPreview, output: Output): Promise<void> {
  tellLines(preview, request.deny, output);
  const { manifest, bundleDigest, lines } = preview;
  const asked = lines.filter(({ key }) => !request.deny.includes(key));
  if (asked.length > 0 && !request.yes && !(await personAgrees())) throw new AmbitError("CONSENT_REQUIRED", `Nobody agreed to what ${manifest.id} asks for, so it does not run. Add --yes to grant it, or --deny ${asked[0]?.key}.`);
  await host.grant(manifest.id, { bundleDigest, shown: lines.map(({ key }) => key), removed: [...request.deny] });
}

/** Asks in a terminal; nobody is there to agree elsewhere. */
async function personAgrees(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question("Grant it? [y/N] ")).trim());
  } finally {
    terminal.close();
  }
}
