import { once } from "node:events";
import type { JsonObject, JsonValue } from "@ambit/api-types";
import { WebSocket } from "ws";

/** Answers `ws/*` by real sockets, for a guest's tests. `dial` says where an address leads. */
export function hostSockets(dial: (address: string) => string): (method: string, params: JsonObject) => Promise<JsonValue> {
  const sockets: { readonly socket: WebSocket; readonly inbox: JsonObject[]; wake: () => void }[] = [];
  const open = async (params: JsonObject): Promise<JsonValue> => {
    const socket = new WebSocket(dial(String(params["url"])), (params["protocols"] ?? []) as string[]);
    const entry = { socket, inbox: [] as JsonObject[], wake: () => {} };
    const put = (message: JsonObject): void => {
      entry.inbox.push(message);
      entry.wake();
    };
    socket.on("message", (data: Buffer, binary) => put(binary ? { kind: "binary", data: data.toString("base64"), encoding: "base64" } : { kind: "text", data: String(data), encoding: "utf8" }));
    socket.on("close", (code, reason) => put({ kind: "closed", data: "", encoding: "utf8", code, reason: String(reason) }));
    await once(socket, "open");
    return { socket: sockets.push(entry), protocol: socket.protocol };
  };
  return async (method, params) => {
    if (method === "ws/open") return open(params);
    const entry = sockets[Number(params["socket"]) - 1];
    if (entry === undefined) throw new Error("No such socket.");
    if (method === "ws/send") {
      entry.socket.send(params["kind"] === "binary" ? Buffer.from(String(params["data"]), "base64") : String(params["data"]));
      return { waiting: 0 };
    }
    if (method === "ws/close") {
      entry.socket.close(Number(params["code"]), String(params["reason"]));
      return {};
    }
    if (entry.inbox.length === 0) await new Promise<void>((resolve) => (entry.wake = resolve));
    return entry.inbox.shift() ?? { kind: "none", data: "", encoding: "utf8" };
  };
}
