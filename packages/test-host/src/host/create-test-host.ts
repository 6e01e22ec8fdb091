import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, createPluginHost, type InstallPreview, type LogLine, type PluginHost, type PluginHostOptions } from "@ambit/api-host";
import { AmbitError, type PluginManifest } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { readManifest } from "@ambit/sandbox-permissions";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { FakeTimers } from "../clock/fake-clock.ts";
import { cutOffNames } from "../network/cut-off-names.ts";
import { TestNetwork } from "../network/test-network.ts";
import { TestRoots } from "../roots/test-roots.ts";
import type { TestHost, TestHostOptions } from "./test-host.ts";

/** Most records of the journal that a test is given. */
const RECORDS = 10_000;

/** What a test host is made of, and has to let go of. */
interface Parts {
  readonly manifest: PluginManifest;
  readonly roots: TestRoots;
  readonly network: TestNetwork | undefined;
  readonly timers: FakeTimers | undefined;
  readonly dataDir: string;
  readonly logs: LogLine[];
  readonly host: PluginHost;
}

/**
 * Runs a plugin's folder as an application would: in the real sandbox, under the real judge, with all that it declares granted but
 * what the test takes away. Its network, folders, secrets, settings and timers are the test's.
 *
 * @throws AmbitError `MANIFEST_INVALID` with a line for each fault; `BUNDLE_INVALID`; `INVALID_PARAMS` for a line that is none.
 */
export async function createTestHost(folder: string, options: TestHostOptions = {}): Promise<TestHost> {
  const parts = await openParts(folder, options);
  try {
    const preview = await prepare(parts, folder, options);
    return testHost(parts, preview);
  } catch (error) {
    await closeParts(parts);
    throw error;
  }
}

async function openParts(folder: string, options: TestHostOptions): Promise<Parts> {
  const manifest = await manifestOf(folder);
  const roots = await TestRoots.make(manifest, options.roots ?? {});
  const network = options.network === "real" ? undefined : await TestNetwork.open(options.network ?? {});
  const timers = options.clock === "fake" ? new FakeTimers() : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), "ambit-test-host-"));
  const logs: LogLine[] = [];
  const host = await createPluginHost({
    store: createMemoryStore(),
    backends: options.backends ?? [wasmBackend(), jsBackend()],
    roots: roots.registrations(),
    dataDir,
    applicationName: "the test host",
    onLog: (line) => logs.push(line),
    ...(options.lang !== undefined && { lang: options.lang }),
    ...(options.capabilities !== undefined && { capabilities: options.capabilities }),
    ...(options.scripts !== undefined && { scripts: options.scripts }),
    ...(options.commands !== undefined && { commands: options.commands }),
    ...(timers !== undefined && { timers }),
    ...(network !== undefined && networkOptions(network, options)),
  });
  return { manifest, roots, network, timers, dataDir, logs, host };
}

/**
 * Everything goes through the test's proxy, but what the test itself named as an account and has no handler for. What knows no
 * proxy is cut off by its names.
 */
function networkOptions(network: TestNetwork, { accounts = [], network: handlers = {} }: TestHostOptions): Pick<PluginHostOptions, "proxySettings" | "trustedCertificates" | "resolveName"> {
  const handled = new Set(Object.keys(handlers));
  const hostOf = (account: string): string => URL.parse(account)?.host ?? account;
  const connected = accounts.filter((account) => !handled.has(hostOf(account)));
  return { proxySettings: () => ({ url: network.url, exclusions: connected.map(hostOf) }), trustedCertificates: [network.certificate], resolveName: cutOffNames(connected) };
}

async function prepare({ host, manifest }: Parts, folder: string, options: TestHostOptions): Promise<InstallPreview> {
  const preview = await host.preview(folder);
  const keys = preview.lines.map(({ key }) => key);
  const removed = options.removed ?? [];
  const unknown = removed.find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new AmbitError("INVALID_PARAMS", `"${unknown}" is no line of this plugin. Its lines: ${keys.join(", ") || "none"}.`);
  await host.install(folder);
  await host.grant(manifest.id, { bundleDigest: preview.bundleDigest, shown: keys, removed });
  for (const [name, value] of Object.entries(options.secrets ?? {})) await host.secrets.set(manifest.id, name, value);
  await host.settings.put(manifest.id, { accounts: [...(options.accounts ?? [])], config: options.config ?? {} });
  return preview;
}

function testHost(parts: Parts, { lines }: InstallPreview): TestHost {
  const { manifest, host, roots, network, timers, logs } = parts;
  return {
    manifest,
    lines,
    logs,
    host,
    requests: network?.requests ?? [],
    get clock() {
      if (timers === undefined) throw new Error('The clock of this test host is real. Make it with { clock: "fake" }.');
      return timers;
    },
    call: (tool, args = {}, options) => host.callTool(manifest.id, tool, args, options),
    emit: async (event, payload) => (await host.emit(event, payload)) > 0,
    journal: (filter) => host.journal.tail(RECORDS, filter),
    folder: (root) => roots.folder(root),
    [Symbol.asyncDispose]: () => closeParts(parts),
  };
}

async function closeParts({ host, network, roots, dataDir }: Parts): Promise<void> {
  await host.close();
  await network?.close();
  await roots.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function manifestOf(folder: string): Promise<PluginManifest> {
  const fileName = "ambit-plugin.json";
  const bytes = await readFile(join(folder, fileName)).catch((cause: unknown) => {
    throw new AmbitError("BUNDLE_INVALID", `${fileName}: A plugin has its manifest at the top of its folder.`, { cause });
  });
  const read = readManifest(bytes, fileName);
  if (read.ok) return read.manifest;
  throw new AmbitError("MANIFEST_INVALID", read.issues.map(({ file, line, column, path, message }) => `${file}:${line}:${column}: ${path}: ${message}`).join("\n"));
}
