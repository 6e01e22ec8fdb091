/**
 * The sandbox backend for `run.js`: QuickJS compiled to WebAssembly, one instance a plugin, behind `worker-host`.
 *
 * Who uses it: whoever embeds `@ambit/api-host` and wants to run JavaScript plugins.
 * What belongs here: the engine, what plugin code finds inside it (`src/prelude`), and the way in and out of it. What does
 * not: workers, deadlines and restarts (`worker-host`), and what a plugin may do (`sandbox-permissions`, `capability-proxies`).
 *
 * @packageDocumentation
 */

export * from "./js-backend.ts";
