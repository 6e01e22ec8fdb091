/**
 * What `worker-host` loads in a plugin's worker: {@link createGuest}. Nothing else imports it.
 *
 * @packageDocumentation
 */

export { createGuest } from "./guest/quickjs-guest.ts";
