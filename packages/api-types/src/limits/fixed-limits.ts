/** Most bytes of one message between guest and host, in either direction. */
export const MESSAGE_BYTES: number = 8 * 1024 * 1024;

/** Most arrays and objects inside each other in one message. */
export const MESSAGE_DEPTH = 64;

/** Guest requests that may wait for an answer at once, per instance. */
export const PENDING_CALLS = 256;

/** Streams (`net/stream`) open at once, per instance. */
export const STREAMS_AT_ONCE = 8;

/** Seconds after which a stream over which no byte went is ended, unless it was opened with `sse`. */
export const STREAM_IDLE_SECONDS = 120;

/** Sockets (`ws/open` and `tcp/open` together) open at once, per instance. */
export const SOCKETS_AT_ONCE = 4;

/** Most bytes of one message of a WebSocket, in either direction. */
export const SOCKET_MESSAGE_BYTES: number = 1024 * 1024;

/** Child processes (`proc/spawn`) alive at once, per instance. */
export const PROCESSES_AT_ONCE = 4;

/** Timers set at once, per instance. */
export const TIMERS_AT_ONCE = 64;

/** Shortest timer, in milliseconds; shorter ones are raised to it. */
export const TIMER_FLOOR_MS = 10;

/** Bytes that may wait unread for a guest before the host stops reading their source, and that may wait to be sent for it. */
export const CREDIT_BYTES: number = 256 * 1024;

/** Most bytes of a manifest. */
export const MANIFEST_BYTES: number = 256 * 1024;

/** Most bytes of one log message; the rest is cut. */
export const LOG_MESSAGE_BYTES: number = 8 * 1024;

/** Most bytes of one journal line. */
export const JOURNAL_LINE_BYTES: number = 8 * 1024;

/** Most documents that one call of `storage/*` names. */
export const STORAGE_BATCH = 100;

/** Most documents of one page of `storage/query`. */
export const STORAGE_QUERY_ITEMS = 1000;

/** Most fields that one query bounds. */
export const STORAGE_QUERY_FIELDS = 8;

/** Milliseconds that a hook may take where its declaration says nothing; never more than `callSeconds`. */
export const HOOK_TIMEOUT_MS = 5000;
