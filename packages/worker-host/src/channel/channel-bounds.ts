/** Frames a guest may have on their way to the host, unread; sending past it blocks the guest's thread. */
export const OUTBOX_FRAMES = 1024;

/** UTF-16 units those frames may have together. One message of the largest size always fits. */
export const OUTBOX_UNITS: number = 16 * 1024 * 1024;

/** UTF-16 units of guest requests that wait for their answer; past it, requests are refused. */
export const REQUEST_UNITS: number = 32 * 1024 * 1024;

/** Notifications of a guest that the gateway may be at work on. */
export const NOTIFICATIONS_AT_ONCE = 1024;

/** Messages that may wait for a guest which does not read them; past it, the instance ends. */
export const INBOX_MESSAGES = 16_384;

/** UTF-16 units those messages may have together. */
export const INBOX_UNITS: number = 64 * 1024 * 1024;

/** Largest text that is written into shared memory, in bytes of UTF-8; larger ones go by a port. */
export const SHARED_TEXT_BYTES: number = 64 * 1024;

/** Cancelled or expired calls whose late answers are still recognised, and dropped. */
export const ABANDONED_CALLS = 1024;

/** What is kept of a worker's own output and of a failure's details, in UTF-16 units. It stays on the host. */
export const OUTPUT_UNITS: number = 8 * 1024;
