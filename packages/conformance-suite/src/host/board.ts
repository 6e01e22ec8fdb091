import { AmbitError, type CallDefinition, type Capability, capabilityCallDefinition, defineCapability, defineCapabilityCall } from "@ambit/api-types";
import { z } from "zod";

const id = z.string().min(1).max(64);

const get = defineCapabilityCall({
  method: "board/get",
  summary: "Gives a card of the board.",
  params: z.strictObject({ id }),
  result: z.object({ text: z.string().nullable() }),
  writes: false,
  example: { id: "a" },
  run: () => ({ text: null }),
});

const put = defineCapabilityCall({
  method: "board/put",
  summary: "Puts a card on the board.",
  params: z.strictObject({ id, text: z.string() }),
  result: z.object({}),
  writes: true,
  example: { id: "a", text: "hello" },
  run: () => ({}),
});

/** Capabilities of an application of the suite's own: a board that plugins read from, and write on. */
export const boardCapabilities: readonly Capability[] = [
  defineCapability({ id: "board:read", label: "Reads the board", calls: [get] }),
  defineCapability({ id: "board:write", label: "Writes on the board", implies: ["board:read"], calls: [put] }),
];

/** The names of the board's calls. */
export const boardMethods: readonly string[] = [get.method, put.method];

/** The definition of one of the board's calls, as the judge sees it; undefined for any other. */
export function findBoardCall(method: string): CallDefinition | undefined {
  for (const capability of boardCapabilities) {
    const call = capability.calls?.find((one) => one.method === method);
    if (call !== undefined) return capabilityCallDefinition(capability, call);
  }
  return undefined;
}

/** Serves one of the board's calls, valid by its schema and allowed by the judge. A card named `closed` is refused. */
export function serveBoard(cards: Map<string, string>, params: { readonly id: string; readonly text?: string }): { readonly text?: string | null } {
  if (params.id === "closed") throw new AmbitError("REFUSED", "This card is closed.", { target: "closed" });
  if (params.text === undefined) return { text: cards.get(params.id) ?? null };
  cards.set(params.id, params.text);
  return {};
}
