/**
 * The least a guest can be: gives back what it gets, loops, or asks the host. What it costs is `worker-host` alone.
 */

/** @type {import("@ambit/api-types").CreateGuest} */
export function createGuest(_init, port) {
  return {
    receive(message) {
      const { id, method, params } = JSON.parse(message);
      if (id === undefined) return;
      if (method === "loop") for (;;);
      const result = method === "ask" ? askTimes(port, params.times, params.request) : params;
      port.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
    },
    memoryBytes: () => 0,
    dispose() {},
  };
}

/**
 * @param {import("@ambit/api-types").GuestPort} port
 * @param {number} times
 * @param {unknown} request
 */
function askTimes(port, times, request) {
  const text = JSON.stringify(request);
  const samples = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    port.ask(text);
    samples.push((performance.now() - start) * 1000);
  }
  return samples;
}
