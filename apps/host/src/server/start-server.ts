import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { PluginHost } from "@ambit/api-host";
import { createApp } from "./create-app.ts";
import { readPageFiles } from "./page-files.ts";
import { SessionKeeper } from "./session-keeper.ts";

/** How the console is served. */
export interface ServerOptions {
  readonly host: PluginHost;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** Told every fresh address, with its one-time token. */
  readonly onAddress: (address: string) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** A running console. */
export interface ConsoleServer {
  readonly port: number;
  /** Ends every open answer and stops listening; the plugin host stays with its owner. */
  close(): Promise<void>;
}

/** Serves the console on loopback alone. */
export async function startServer(options: ServerOptions): Promise<ConsoleServer> {
  const sessions = new SessionKeeper();
  let port = options.port;
  const announce = (): void => options.onAddress(`http://127.0.0.1:${port}/#token=${sessions.newToken()}`);
  const app = createApp({
    host: options.host,
    sessions,
    page: await readPageFiles(options.pageFolder),
    port: () => port,
    onTokenSpent: announce,
    onInternalError: options.onInternalError,
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, resolve) as Server;
  server.once("error", reject);
  port = (await listening).port;
  announce();
  return { port, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
