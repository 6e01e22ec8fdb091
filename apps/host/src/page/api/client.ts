import type { Consent, PluginStatus } from "@ambit/api-host";
import type { ErrorReply, JsonObject, JsonValue, PluginSettings } from "@ambit/api-types";

/** A refusal or failure that the host answered with. */
export class HostError extends Error {
  readonly reply: ErrorReply;

  constructor(reply: ErrorReply) {
    super(reply.message);
    this.reply = reply;
  }
}

/** What the page asks of the host. */
export interface Client {
  plugins(): Promise<readonly PluginStatus[]>;
  grant(id: string, consent: Consent): Promise<PluginStatus>;
  revoke(id: string): Promise<PluginStatus>;
  restart(id: string): Promise<PluginStatus>;
  callTool(id: string, tool: string, args: JsonObject): Promise<JsonValue>;
  settings(id: string): Promise<PluginSettings>;
  putSettings(id: string, settings: PluginSettings): Promise<void>;
  /** The names of the secrets that have a value. Values never come back. */
  secretNames(id: string): Promise<readonly string[]>;
  putSecret(id: string, name: string, value: string): Promise<void>;
  deleteSecret(id: string, name: string): Promise<void>;
  /** The journal's stream of JSON lines. */
  journal(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** Makes a client that speaks for one session. */
export function createClient(key: string): Client {
  const send = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const answer = await fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    if (!answer.ok) throw new HostError(((await answer.json()) as { error: ErrorReply }).error);
    return answer;
  };
  const json = async <Body,>(method: string, path: string, body?: unknown): Promise<Body> => (await (await send(method, path, body)).json()) as Body;
  const at = (id: string, rest = ""): string => `/plugins/${encodeURIComponent(id)}${rest}`;
  return {
    plugins: async () => (await json<{ plugins: PluginStatus[] }>("GET", "/plugins")).plugins,
    grant: (id, consent) => json("POST", at(id, "/grant"), consent),
    revoke: (id) => json("POST", at(id, "/revoke")),
    restart: (id) => json("POST", at(id, "/restart")),
    callTool: async (id, tool, args) => (await json<{ result: JsonValue }>("POST", at(id, `/tools/${encodeURIComponent(tool)}`), { arguments: args })).result,
    settings: (id) => json("GET", at(id, "/settings")),
    putSettings: (id, settings) => json("PUT", at(id, "/settings"), settings),
    secretNames: async (id) => (await json<{ names: string[] }>("GET", at(id, "/secrets"))).names,
    putSecret: (id, name, value) => json("PUT", at(id, `/secrets/${encodeURIComponent(name)}`), { value }),
    deleteSecret: (id, name) => json("DELETE", at(id, `/secrets/${encodeURIComponent(name)}`)),
    journal: async (signal) => {
      const { body } = await send("GET", "/journal", undefined, signal);
      if (body === null) throw new Error("The host sent no journal.");
      return body;
    },
  };
}
