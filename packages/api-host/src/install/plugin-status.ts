import { AmbitError, type ConsentLine, type GrantRecord, type InstallRecord, type PluginManifest } from "@ambit/api-types";
import { consentLines, type HostTerms } from "@ambit/sandbox-permissions";
import type { InstallPreview, PluginStatus } from "../host/plugin-host.ts";
import type { BackendChoice } from "../instances/backend-choice.ts";
import { agreedPolicy } from "./consent-check.ts";

/** What a status is read from. */
export interface StatusServices {
  readonly terms: HostTerms;
  readonly lang: string;
  readonly backends: BackendChoice;
}

/** What the host knows of a plugin's instance. */
export interface RunState {
  readonly isRunning: boolean;
  readonly isParked: boolean;
}

/** What installing a version shows, beside what its folder said. */
export async function previewOf(version: { readonly manifest: PluginManifest; readonly bundleDigest: string }, warnings: readonly string[], services: StatusServices): Promise<InstallPreview> {
  const { manifest, bundleDigest } = version;
  const { lines, problem } = linesOf(manifest, services);
  const { problems } = await backendOf(manifest, services.backends);
  return { manifest, bundleDigest, lines, problems: [...warnings, ...problem, ...problems] };
}

/** An installed plugin as a console shows it. */
export async function statusOf(install: InstallRecord, grant: GrantRecord | undefined, run: RunState, services: StatusServices): Promise<PluginStatus> {
  const { manifest, bundleDigest, pending } = install;
  const { lines, problem } = linesOf(manifest, services);
  const { backend, problems } = await backendOf(manifest, services.backends);
  const missing = consentProblem(install, grant, services.terms);
  const state = missing !== undefined ? "waiting" : install.parked || run.isParked ? "parked" : run.isRunning ? "running" : "ready";
  return {
    manifest,
    bundleDigest,
    state,
    lines,
    removed: grant?.removed ?? [],
    ...(pending !== undefined && { update: await previewOf(pending, [], services) }),
    ...(backend !== undefined && { backend }),
    // That nobody has agreed yet is no problem; that a consent does not hold any more is one.
    problems: [...problem, ...(missing !== undefined && grant !== undefined ? [missing] : []), ...problems],
  };
}

function consentProblem(install: InstallRecord, grant: GrantRecord | undefined, terms: HostTerms): string | undefined {
  try {
    agreedPolicy(install, grant, terms);
    return undefined;
  } catch (error) {
    return wordsOf(error);
  }
}

/** The lines of a manifest; a host that has changed since may not take it any more, and says so. */
function linesOf(manifest: PluginManifest, { terms, lang }: StatusServices): { readonly lines: readonly ConsentLine[]; readonly problem: readonly string[] } {
  try {
    return { lines: consentLines(manifest, terms, lang), problem: [] };
  } catch (error) {
    return { lines: [], problem: [wordsOf(error)] };
  }
}

async function backendOf({ id, run, tools }: PluginManifest, backends: BackendChoice): Promise<{ readonly backend?: string; readonly problems: readonly string[] }> {
  const scripts = tools.filter(({ script }) => script !== undefined).map(({ name }) => `The tool "${name}" is a script; this host runs none.`);
  try {
    return { backend: (await backends.choose(run, id)).name, problems: scripts };
  } catch (error) {
    return { problems: [wordsOf(error), ...scripts] };
  }
}

function wordsOf(error: unknown): string {
  if (AmbitError.isInstance(error)) return error.message;
  throw error;
}
