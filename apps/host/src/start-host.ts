import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createPluginHost, type HostConfig, type PluginHost, preferBackend, readHostConfig, type RootRegistration } from "@ambit/api-host";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import type { SandboxBackend } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { CommandRunner, createConfiner, type Confiner, type PythonHostOptions, ScriptRunner } from "@ambit/sandbox-process";
import { processBackend } from "@ambit/sandbox-process/placement";
import { v8Backend } from "@ambit/sandbox-v8";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { densePlacement } from "@ambit/worker-host";
import { installFolders } from "./install-folders.ts";
import { type ConsoleServer, startServer } from "./server/start-server.ts";

/** How the host program is started. */
export interface HostOptions {
  /** Path of `host.json`; what it says relative is relative to its folder. A missing file means defaults. */
  readonly configFile: string;
  /** Instead of the port in the configuration; 0 takes any free one. */
  readonly port?: number;
  /** Folder of the built console page. */
  readonly pageFolder: string;
  /** Told every fresh address of the console. */
  readonly onAddress: (address: string) => void;
  /** Told what the host's person should know, a line each. */
  readonly onNote: (text: string) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** The running host program. */
export interface RunningHost {
  readonly host: PluginHost;
  readonly server: ConsoleServer;
  /** Stops the console, then every plugin, then the store. */
  close(): Promise<void>;
}

/** Starts the host program: store, backends, plugins of the configured folders, console. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const config = readHostConfig(existsSync(options.configFile) ? readFileSync(options.configFile) : "{}", options.configFile);
  const base = dirname(resolve(options.configFile));
  const confiner = createConfiner();
  const host = await openPluginHost(config, base, options, confiner);
  try {
    for (const folder of config.plugins) await installFolders(host, resolve(base, folder), options.onNote);
    const server = await startServer({ ...options, host, port: options.port ?? config.port });
    return {
      host,
      server,
      close: async () => {
        await server.close();
        await host.close();
        confiner.close();
      },
    };
  } catch (error) {
    await host.close();
    confiner.close();
    throw error;
  }
}

/** Every backend that there is: those in threads first, then the same in confined processes. */
function hostBackends({ placement }: HostConfig, confiner: Confiner, dataDir: string): readonly SandboxBackend[] {
  const inProcess = { confiner, from: import.meta.url };
  return [
    wasmBackend({ components: { cacheFolder: join(dataDir, "components") } }),
    jsBackend(placement === "dense" ? { placement: densePlacement() } : {}),
    v8Backend({ confiner }),
    processBackend({ ...inProcess, backend: wasmBackend({ components: true }), packageName: "@ambit/sandbox-wasm", factory: "wasmBackend", factoryOptions: { components: true, warmWorkers: 0 } }),
    processBackend({ ...inProcess, backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", factoryOptions: { warmWorkers: 0 } }),
  ];
}

function pythonOf({ python: { command, packageIndex, warm } }: HostConfig, dataDir: string): PythonHostOptions {
  const packages = packageIndex === undefined ? undefined : { index: new URL(packageIndex), folder: join(dataDir, "python") };
  return { warm, ...(command !== undefined && { command }), ...(packages !== undefined && { packages }) };
}

function openPluginHost(config: HostConfig, base: string, options: HostOptions, confiner: Confiner): Promise<PluginHost> {
  const dataDir = resolve(base, config.dataDir ?? ".ambit/host");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return createPluginHost({
    store: createSqliteStore(join(dataDir, "ambit.sqlite")),
    backends: preferBackend(hostBackends(config, confiner, dataDir), config.defaultSandbox),
    engine: config.engine,
    engines: config.engines,
    isolation: config.isolation,
    isolations: config.isolations,
    roots: Object.fromEntries(Object.entries(config.roots).map(([name, root]): [string, RootRegistration] => [name, { ...root, hostPath: resolve(base, root.path) }])),
    // A plugin that could write these would choose its own roots, or another plugin's code, at the next start.
    protectedPaths: [resolve(options.configFile), ...[...config.plugins, ...config.trustedCertificates].map((path) => resolve(base, path))],
    commands: new CommandRunner({ confiner, writable: [dataDir] }),
    scripts: new ScriptRunner({ confiner, python: pythonOf(config, dataDir) }),
    limits: config.limits,
    dataDir,
    lang: config.lang,
    trustedCertificates: config.trustedCertificates.map((file) => readFileSync(resolve(base, file), "utf8")),
    applicationName: config.applicationName ?? "Ambit",
    onLog: ({ pluginId, level, message }) => options.onNote(`[${pluginId}] ${level}: ${message}`),
    onInternalError: options.onInternalError,
  });
}
