/**
 * A host with the twelve capabilities of EmDash, over a site in memory. An example: copy what you need.
 *
 * @packageDocumentation
 */

export { createEmdashHost, type EmdashHost, type EmdashHostOptions } from "./emdash-host.ts";
export { emdashCapabilities } from "./emdash-capabilities.ts";
export { EmdashSite, type SiteInfo } from "./site/emdash-site.ts";
