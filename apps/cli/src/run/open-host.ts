import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createPluginHost, type PluginHost, type PluginHostOptions, type RootRegistration } from "@ambit/api-host";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import { AmbitError, type EngineKind, type SandboxBackend } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { CommandRunner, type PythonHostOptions, ScriptRunner } from "@ambit/sandbox-process";
import { standaloneV8Backend } from "@ambit/sandbox-v8";
import { wasmBackend } from "@ambit/sandbox-wasm";

/** The backends this command line runs plugins with. Components, once translated, are kept in the data folder where there is one. */
export function allBackends(dataDir?: string): readonly SandboxBackend[] {
  const components = dataDir === undefined ? true : { cacheFolder: join(resolve(dataDir), "components") };
  return [wasmBackend({ components }), jsBackend(), standaloneV8Backend()];
}

/** The store's file in a data folder. */
export function storeFile(dataDir: string): string {
  return join(resolve(dataDir), "ambit.sqlite");
}

/** Variable that names the package index for what a plugin's `requirements.txt` lists. */
const PACKAGE_INDEX_VARIABLE = "AMBIT_PACKAGE_INDEX";

/** @throws AmbitError `HOST_CONFIG_INVALID` where the index's address is none. */
function pythonOf(dataDir: string): PythonHostOptions {
  const address = process.env[PACKAGE_INDEX_VARIABLE] ?? "";
  if (address === "") return { warm: false };
  const index = URL.parse(address);
  if (index === null || !["http:", "https:"].includes(index.protocol)) throw new AmbitError("HOST_CONFIG_INVALID", `${PACKAGE_INDEX_VARIABLE}: must be an http or https address.`);
  return { warm: false, packages: { index, folder: join(resolve(dataDir), "python") } };
}

/** What a plugin host of this command line is opened on. */
export interface HostGround {
  /** The plugin's, which it must not change where it stands in a root. */
  readonly folder: string;
  /** Where journal and plugin data are kept. */
  readonly dataDir: string;
  readonly roots: Readonly<Record<string, RootRegistration>>;
  /** What runs JavaScript. Default `portable`. */
  readonly engine?: EngineKind;
  readonly onLog?: PluginHostOptions["onLog"];
}

/** Opens a plugin host on a data folder of its own. */
export async function openHost({ folder, dataDir, roots, engine = "portable", onLog = () => undefined }: HostGround): Promise<PluginHost> {
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 });
  return createPluginHost({ store: createSqliteStore(storeFile(dataDir)), backends: allBackends(dataDir), engine, commands: new CommandRunner(), scripts: new ScriptRunner({ python: pythonOf(dataDir) }), roots, protectedPaths: [resolve(folder)], dataDir: resolve(dataDir), onLog });
}
