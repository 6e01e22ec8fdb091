import { AmbitError, type ConsentLine, type GrantRecord, type InstallRecord, type PluginManifest, type ScriptHost } from "@ambit/api-types";
import { consentLines, type HostTerms } from "@ambit/sandbox-permissions";
import type { CapabilityRegistry } from "../capabilities/capability-registry.ts";
import type { InstallPreview, PluginStatus } from "../host/plugin-host.ts";
import type { BackendChoice } from "../instances/backend-choice.ts";
import { agreedPolicy } from "./consent-check.ts";

/** What a status is read from. */
export interface StatusServices {
  readonly terms: HostTerms;
  readonly lang: string;
  readonly backends: BackendChoice;
  readonly capabilities: CapabilityRegistry;
  /** Runs script tools; none are run where absent. */
  readonly scripts?: ScriptHost;
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
  const { problems } = await backendOf(manifest, services);
  return { manifest, bundleDigest, lines, problems: [...warnings, ...problem, ...problems] };
}

/** An installed plugin as a console shows it. */
export async function statusOf(install: InstallRecord, grant: GrantRecord | undefined, run: RunState, services: StatusServices): Promise<PluginStatus> {
  const { manifest, bundleDigest, pending } = install;
  const { lines, problem } = linesOf(manifest, services);
  const { backend, problems } = await backendOf(manifest, services);
  const { missing, lacking } = await agreement(install, grant, services);
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
    problems: [...problem, ...(missing !== undefined && grant !== undefined ? [missing] : []), ...lacking, ...problems],
  };
}

/** Why the plugin may not run, and what it was granted that nothing provides. */
async function agreement(install: InstallRecord, grant: GrantRecord | undefined, { terms, capabilities }: StatusServices): Promise<{ readonly missing?: string; readonly lacking: readonly string[] }> {
  try {
    const policy = agreedPolicy(install, grant, terms);
    return { lacking: await capabilities.problemsOf(policy.capabilities) };
  } catch (error) {
    return { missing: wordsOf(error), lacking: [] };
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

async function backendOf(manifest: PluginManifest, { backends, scripts }: StatusServices): Promise<{ readonly backend?: string; readonly problems: readonly string[] }> {
  const problems = await scriptProblems(manifest, scripts);
  // A plugin of script tools alone has nothing for a backend to run.
  if (manifest.run === undefined && manifest.tools.length > 0) return { problems };
  try {
    return { backend: (await backends.choose(manifest.run, manifest.id)).name, problems };
  } catch (error) {
    return { problems: [wordsOf(error), ...problems] };
  }
}

/** Why tools that scripts handle, and commands for events, cannot be run here. */
async function scriptProblems({ tools, contributes }: PluginManifest, scripts: ScriptHost | undefined): Promise<readonly string[]> {
  const declared = tools.flatMap(({ name, script }) => (script === undefined ? [] : [{ name, script }]));
  const lines = contributes?.commands ?? [];
  if (declared.length + lines.length === 0) return [];
  if (scripts === undefined) return [...declared.map(({ name }) => `The tool "${name}" is a script; this host runs none.`), ...lines.map(({ on }) => `It has a command for "${on}"; this host runs none.`)];
  const availability = await scripts.isAvailable();
  if (!availability.available) return [`${availability.reason} ${availability.remedy}`];
  return declared.flatMap(({ name, script }) => {
    const problem = scripts.problemOf(script);
    return problem === undefined ? [] : [`The tool "${name}": ${problem}`];
  });
}

function wordsOf(error: unknown): string {
  if (AmbitError.isInstance(error)) return error.message;
  throw error;
}
