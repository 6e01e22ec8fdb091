/**
 * What `worker-host` loads in a plugin's worker, inside of the plugin's process: {@link createGuest}. Nothing else imports it.
 *
 * @packageDocumentation
 */

export { createGuest } from "./guest/v8-guest.ts";
