/**
 * A bare worker: gives back each text, and does blocking round trips when it is told to. What Ambit is held against.
 */
import { parentPort, workerData } from "node:worker_threads";

const port = parentPort;
if (port === null) throw new Error("This module runs in a worker.");
const words = new Int32Array(/** @type {SharedArrayBuffer} */ (workerData.memory));

/** @param {number} times @param {string} text */
function blockingRoundTrips(times, text) {
  const samples = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    Atomics.store(words, 0, 0);
    port?.postMessage(text);
    Atomics.wait(words, 0, 0);
    samples.push((performance.now() - start) * 1000);
  }
  return samples;
}

port.on("message", (/** @type {string | { times: number, text: string }} */ data) => {
  port.postMessage(typeof data === "string" ? data : blockingRoundTrips(data.times, data.text));
});
port.postMessage("ready");
