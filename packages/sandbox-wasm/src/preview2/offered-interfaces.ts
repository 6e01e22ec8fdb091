import type { GuestPort } from "@ambit/api-types/guest";
import { cliInterfaces } from "./cli.ts";
import { clockInterfaces } from "./clocks.ts";
import type { ComponentHost } from "./component-host.ts";
import { filesystemInterfaces } from "./filesystem.ts";
import { httpInterfaces } from "./http.ts";
import { IoError } from "./io-error.ts";
import { Pollable, waitForOne } from "./pollable.ts";
import { InputStream, OutputStream } from "./streams.ts";
import { pluginInterfaces } from "./plugin-calls.ts";
import { randomInterfaces } from "./random.ts";
import { socketInterfaces } from "./sockets.ts";

/** What `@bytecodealliance/preview2-shim/instantiation` is used for: it puts interfaces together under their names. */
export interface ShimFrame {
  readonly WASIShim: new (parts: object) => { getImportObject(): Readonly<Record<string, unknown>> };
}

/**
 * Every interface that a component can import, by its name without a version. All that could reach anything is this package's
 * own; the frame's defaults are replaced one by one, and a test sees to it that none is left.
 */
export function offeredInterfaces({ WASIShim }: ShimFrame, host: ComponentHost): Readonly<Record<string, unknown>> {
  const { state } = host;
  const io = {
    error: { Error: IoError },
    poll: { Pollable, poll: (pollables: readonly Pollable[]) => waitForOne(state, pollables) },
    streams: { InputStream, OutputStream },
  };
  const shim = new WASIShim({
    cli: cliInterfaces(host),
    clocks: clockInterfaces(host),
    filesystem: filesystemInterfaces(host),
    http: httpInterfaces(host),
    io,
    random: randomInterfaces(host),
    sockets: socketInterfaces(host),
  });
  return { ...shim.getImportObject(), ...pluginInterfaces(host.port as GuestPort) };
}
