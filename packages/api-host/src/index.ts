/**
 * Puts Ambit together: install, grants, instances, events, journal, stores.
 *
 * Who uses it: host integrators. What belongs here: the composition of policy, proxies, backends and store. What does not: judging
 * (sandbox-permissions), doing what was allowed (capability-proxies), running code (worker-host and the backends).
 *
 * @packageDocumentation
 */

export * from "./host/plugin-host.ts";
export type * from "./hooks/hook-run.ts";
export type { OrgOption } from "./settings/org-name.ts";
export { createPluginHost } from "./host/create-plugin-host.ts";
export { createMemoryStore } from "./stores/memory/create-memory-store.ts";
export type { JournalExportOptions } from "./journal/host-journal.ts";
export type { JournalRotationOptions } from "./journal/journal-rotation.ts";
export { type HostConfig, type HostConfigRoot, readHostConfig } from "./config/host-config.ts";
export { preferBackend } from "./config/prefer-backend.ts";
export { terminalText } from "./text/terminal-text.ts";
export * from "./sandbox-service/index.ts";
export { type ProxySettings, type SetTimer, SharedServers, type TimerSource } from "@ambit/capability-proxies";
export { type BundleListing, bundleListing, LISTING_FILE } from "./install/bundle-listing.ts";
export { type PluginPackage, readPluginPackage } from "./install/plugin-package.ts";
