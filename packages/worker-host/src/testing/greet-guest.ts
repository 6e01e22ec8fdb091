import type { CreateGuest } from "@ambit/api-types/guest";

/** The guest of the README's example. */
export const createGuest: CreateGuest = (_init, port) => ({
  receive(message) {
    const { id, params } = JSON.parse(message);
    if (id !== undefined) port.send(JSON.stringify({ jsonrpc: "2.0", id, result: { greeting: `Hello ${params.name}` } }));
  },
  memoryBytes: () => 0,
  dispose: () => {},
});
