import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createPluginHost, type PluginHost, type PluginHostOptions, type RootRegistration } from "@ambit/api-host";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import { AmbitError, type EngineKind, type IsolationKind } from "@ambit/api-types";
import { CommandRunner, createConfiner, type PythonHostOptions, ScriptRunner } from "@ambit/sandbox-process";
import { allBackends } from "./all-backends.ts";

/** What a command's host is opened with. */
export interface HostRequest {
  /** The plugin's folder, which it must not change where it stands in a root. */
  readonly folder: string;
  /** Where journal and plugin data are kept. */
  readonly dataDir: string;
  readonly roots: Readonly<Record<string, RootRegistration>>;
  readonly onLog?: PluginHostOptions["onLog"];
  /** What runs JavaScript; default `portable`. */
  readonly engine?: EngineKind;
  /** What is around the engine, at least; default a thread. */
  readonly isolation?: IsolationKind;
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

/** Opens a plugin host on a data folder of its own. Its `close` closes all that was made for it. */
export async function openHost({ folder, dataDir, roots, onLog = () => undefined, engine = "portable", isolation = "thread" }: HostRequest): Promise<PluginHost> {
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 });
  const confiner = createConfiner();
  const host = await createPluginHost({
    store: createSqliteStore(storeFile(dataDir)),
    backends: allBackends(confiner, dataDir),
    engine,
    isolation,
    commands: new CommandRunner({ confiner }),
    scripts: new ScriptRunner({ confiner, python: pythonOf(dataDir) }),
    roots,
    protectedPaths: [resolve(folder)],
    dataDir: resolve(dataDir),
    onLog,
  });
  const close = host.close.bind(host);
  return Object.assign(host, { close: () => close().finally(() => confiner.close()) });
}
