/**
 * The words that every Ambit package shares.
 *
 * Who uses it: every package, backend authors, and whoever reads journals or manifests with code of their own.
 * What belongs here: the manifest, permissions, limits, the table of calls, the error registry, the journal record, and the
 * contracts of backends, proxies and stores. What does not: anything that opens, judges or runs something.
 *
 * @packageDocumentation
 */

export * from "./json/json-value.ts";
export * from "./json/bounded-json.ts";
export * from "./errors/error-registry.ts";
export * from "./errors/ambit-error.ts";
export * from "./errors/error-reply.ts";
export * from "./limits/limit-table.ts";
export * from "./limits/limit-name.ts";
export * from "./limits/fixed-limits.ts";
export * from "./wire/json-rpc.ts";
export * from "./manifest/manifest.ts";
export * from "./manifest/field-schemas.ts";
export * from "./manifest/localized-text.ts";
export * from "./manifest/manifest-schema.ts";
export * from "./manifest/route-schema.ts";
export * from "./manifest/manifest-json-schema.ts";
export * from "./schemas/json-schema.ts";
export * from "./calls/call-definition.ts";
export * from "./calls/call-table.ts";
export * from "./calls/capability-label.ts";
export type { HeaderPair, HttpRequestParams } from "./calls/request-fields.ts";
export * from "./calls/network-calls.ts";
export * from "./calls/stream-calls.ts";
export * from "./calls/web-socket-calls.ts";
export * from "./calls/tcp-calls.ts";
export type { WaitingReadParams, WaitingReadResult, WaitParams } from "./calls/waiting-read.ts";
export * from "./calls/file-calls.ts";
export * from "./calls/kv-calls.ts";
export * from "./calls/command-calls.ts";
export * from "./calls/storage-calls.ts";
export * from "./calls/timer-calls.ts";
export * from "./calls/secret-calls.ts";
export * from "./calls/log-call.ts";
export * from "./capabilities/capability.ts";
export * from "./capabilities/capability-call.ts";
export * from "./capabilities/define-capability.ts";
export * from "./calls/guest-method.ts";
export * from "./calls/guest-methods.ts";
export * from "./calls/guest-notices.ts";
export * from "./calls/hook-methods.ts";
export * from "./calls/route-methods.ts";
export * from "./calls/call-reference.ts";
export * from "./policy/permission-policy.ts";
export * from "./policy/empty-policy.ts";
export * from "./policy/decision.ts";
export * from "./policy/fold-name.ts";
export * from "./policy/git-names.ts";
export * from "./consent/consent-line.ts";
export * from "./journal/journal-record.ts";
export * from "./journal/journal-json-schema.ts";
export * from "./proxy/capability-proxy.ts";
export type * from "./proxy/command-host.ts";
export type * from "./proxy/script-host.ts";
export * from "./sandbox/guest-engine.ts";
export * from "./sandbox/sandbox-backend.ts";
export * from "./store/host-store.ts";
export * from "./sandbox-provider/sandbox-roots.ts";
export * from "./sandbox-provider/sandbox-limits.ts";
export * from "./sandbox-provider/sandbox-names.ts";
export * from "./sandbox-provider/gone-errors.ts";
export * from "./sandbox-provider/exec-terms.ts";
export * from "./sandbox-provider/provider-report.ts";
export * from "./sandbox-provider/sandbox-provider.ts";
