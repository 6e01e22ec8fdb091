/**
 * The fast sandbox backend for `run.js`: V8 in a confined process of its own for each plugin.
 *
 * Who uses it: whoever embeds `@ambit/api-host` on Linux and wants JavaScript plugins at full speed. What belongs here: the realm that
 * plugin code runs in, and what makes it the same as the portable engine's. What does not: confining processes (`sandbox-process`), the
 * prelude (`sandbox-js`), deadlines (`worker-host`).
 *
 * @packageDocumentation
 */

export * from "./standalone-v8-backend.ts";
export * from "./v8-backend.ts";
