/** Control frames that one connection may send in a second; a server that keeps a connection alive sends a few a minute. */
const mostInASecond = 200;

/** Counts frames that cost the host work and give the guest nothing. */
export class ControlMeter {
  #since = 0;
  #count = 0;

  /** Counts one; tells whether it is still within bounds. */
  take(now: number): boolean {
    if (now - this.#since >= 1000) [this.#since, this.#count] = [now, 0];
    this.#count += 1;
    return this.#count <= mostInASecond;
  }
}
