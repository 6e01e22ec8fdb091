import type { JsonValue } from "../json/json-value.ts";
import type { JournalNote } from "../journal/journal-record.ts";
import type { CallGrant } from "../policy/decision.ts";
import type { PermissionPolicy } from "../policy/permission-policy.ts";

/** The instance on whose behalf a proxy acts. */
export interface ProxyInstance {
  readonly instanceId: string;
  readonly pluginId: string;
  readonly org?: string;
  /** Carries the limits in force. */
  readonly policy: PermissionPolicy;
  /** Sends the guest a notification. */
  notify(method: string, params: JsonValue): void;
}

/** One call that the judge has allowed. */
export interface ProxyRequest {
  /** Valid by the call's schema. */
  readonly params: JsonValue;
  /** What it may touch. */
  readonly grant: CallGrant;
  readonly instance: ProxyInstance;
  /** Aborts when the instance ends, the caller gives up, or the call's deadline passes. */
  readonly signal: AbortSignal;
}

/** What a proxy did, for the guest and for the journal. */
export interface ProxyAnswer {
  /** Valid by the call's schema. */
  readonly result: JsonValue;
  readonly bytesIn?: number;
  readonly bytesOut?: number;
  readonly note?: JournalNote;
}

/** The host side of one call. It acts only on what the judge granted. */
export interface CapabilityProxy {
  /** Name of the call it serves. */
  readonly method: string;
  /**
   * Does what was allowed.
   *
   * @throws AmbitError a code of the call's table entry.
   */
  run(request: ProxyRequest): Promise<ProxyAnswer>;
  /** Releases everything held for an instance that ended (pools, timers, handles). */
  release?(instanceId: string): Promise<void> | void;
}
