/** What the prelude has to know of the registries in `api-types`; handed in once, so that no list is copied into the guest. */
export interface PreludeBounds {
  /** Requests that may wait for an answer at once. */
  readonly pendingCalls: number;
  /** Timers set at once. */
  readonly timersAtOnce: number;
  /** Longest log message, in UTF-16 units. */
  readonly logUnits: number;
  /** The number on the wire of each error code. */
  readonly numbers: Readonly<Record<string, number>>;
}
