import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A worker thread with nothing of Ambit in it. */
export class BareWorker {
  readonly #worker: Worker;
  readonly #words: Int32Array;
  #resolve: (data: unknown) => void = () => {};

  private constructor() {
    const memory = new SharedArrayBuffer(8);
    this.#words = new Int32Array(memory);
    this.#worker = new Worker(new URL("./bare-worker.js", import.meta.url), { workerData: { memory } });
  }

  /** Starts one and waits until it runs. */
  static async start(): Promise<BareWorker> {
    const bare = new BareWorker();
    await once(bare.#worker, "message");
    bare.#worker.on("message", (data: unknown) => bare.#resolve(data));
    return bare;
  }

  /** Sends a text and waits for it to come back. */
  roundTrip(text: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#worker.postMessage(text);
    });
  }

  /** Sends a text so many times at once and waits until all have come back. */
  burst(text: string, times: number): Promise<unknown> {
    return new Promise((resolve) => {
      let left = times;
      this.#resolve = (data) => {
        if (--left === 0) resolve(data);
      };
      for (let i = 0; i < times; i++) this.#worker.postMessage(text);
    });
  }

  /** Has the worker post and block until it is woken, so many times; gives the microseconds of each. */
  blockingRoundTrips(times: number, text: string): Promise<readonly number[]> {
    return new Promise((resolve) => {
      this.#resolve = (data) => {
        if (typeof data === "object") return resolve(data as readonly number[]);
        Atomics.store(this.#words, 0, 1);
        Atomics.notify(this.#words, 0);
      };
      this.#worker.postMessage({ times, text });
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
