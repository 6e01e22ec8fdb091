/**
 * What `worker-host` loads in a plugin's worker: {@link createGuest} and {@link getReady}. Nothing else imports it.
 *
 * @packageDocumentation
 */

export { createGuest, getReady } from "./guest/quickjs-guest.ts";
