/**
 * The Ambit server: a plugin host with a console, for one machine.
 *
 * Who uses it: operators, by `npm start` or `ambit-host`. What belongs here: the console's server and page, and starting a host from
 * `host.json`. What does not: anything an integrator's own application would need too, which is in api-host.
 *
 * @packageDocumentation
 */

export { type HostOptions, type RunningHost, startHost } from "./start-host.ts";
export { type ConsoleServer, type ServerOptions, startServer } from "./server/start-server.ts";
