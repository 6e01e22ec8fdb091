import { createRequire } from "node:module";
import { extname } from "node:path";
import type { Bind } from "../confine/confined-child.ts";

/** Threads that the relay needs before it becomes the program. */
export const RELAY_PROCESSES = 16;

const PORT = 3128;
const FOLDER = "/run/ambit";
const NODE = `${FOLDER}/node`;
const PROXY = `http://127.0.0.1:${PORT}`;

/** Absolute path of the relay: a source file where the package is run from its sources, a built file elsewhere. */
const relayPath: string = createRequire(import.meta.url).resolve("@ambit/sandbox-process/gate-relay");
/** An extension that says what it is without a package beside it. */
const relayGuestPath: string = `${FOLDER}/relay.m${extname(relayPath).slice(1)}`;

/** What a child with network sees besides. */
export const relayBinds: readonly Bind[] = [
  { hostPath: process.execPath, guestPath: NODE, access: "read" },
  { hostPath: relayPath, guestPath: relayGuestPath, access: "read" },
];

/** The words that stand before the program of a child with network. */
export const relayWords: readonly string[] = [NODE, relayGuestPath, String(PORT)];

/** How programs learn of the proxy. */
export const relayEnvironment: Readonly<Record<string, string>> = {
  http_proxy: PROXY,
  https_proxy: PROXY,
  HTTP_PROXY: PROXY,
  HTTPS_PROXY: PROXY,
  NODE_USE_ENV_PROXY: "1",
};
