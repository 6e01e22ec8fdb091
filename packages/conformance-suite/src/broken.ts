/**
 * Ways to break the contract, and the cases that catch them.
 *
 * Who uses it: authors of further cases, who want to know that theirs can fail too.
 *
 * @packageDocumentation
 */

export * from "./broken/broken-backend.ts";
export { brokenBackends } from "./broken/all-broken.ts";
export * from "./broken/run-case.ts";
export { brokenProviders } from "./provider/broken/all-broken-providers.ts";
export { changed, type BrokenProvider } from "./provider/broken/broken-provider.ts";
