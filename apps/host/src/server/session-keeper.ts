import { createHash, randomBytes } from "node:crypto";

/** How long a session lasts without a request. */
const IDLE_MS = 12 * 60 * 60 * 1000;

/** Most sessions at once; the one unused the longest makes room. */
const MOST_SESSIONS = 16;

/**
 * Turns the one-time token of a printed address into a session. A token opens one session and is spent; a session is a random
 * key that the page holds in its tab and sends with every request. Neither is ever a cookie: cookies are shared between all
 * ports of a machine, so that any other local server could read them.
 */
export class SessionKeeper {
  #token: string | undefined;
  readonly #sessions = new Map<string, number>();

  /** Makes a fresh token; an earlier unspent one is void. */
  newToken(): string {
    const token = randomBytes(32).toString("base64url");
    this.#token = digest(token);
    return token;
  }

  /** Spends a token: the new session's key, or undefined for a token that is wrong or spent. */
  open(token: string): string | undefined {
    // Digests are compared, so the time taken says nothing about the token.
    if (this.#token === undefined || digest(token) !== this.#token) return undefined;
    this.#token = undefined;
    const session = randomBytes(32).toString("base64url");
    this.#makeRoom();
    this.#sessions.set(digest(session), Date.now());
    return session;
  }

  /** Tells whether a key is a live session's, and counts that as use. */
  isOpen(session: string): boolean {
    const key = digest(session);
    const used = this.#sessions.get(key);
    if (used === undefined) return false;
    this.#sessions.delete(key);
    if (Date.now() - used > IDLE_MS) return false;
    this.#sessions.set(key, Date.now());
    return true;
  }

  /** Entries stand in order of use, the oldest first. */
  #makeRoom(): void {
    for (const key of this.#sessions.keys()) {
      if (this.#sessions.size < MOST_SESSIONS) return;
      this.#sessions.delete(key);
    }
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
