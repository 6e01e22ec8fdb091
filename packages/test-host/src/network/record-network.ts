import { writeFileSync } from "node:fs";
import type { NetworkHandlers } from "./network-handlers.ts";
import type { RecordedAnswer } from "./recorded-network.ts";

/**
 * Handlers that have the real hosts answer, and keep each answer in a file for `recordedNetwork`. The file is written anew. It
 * holds addresses and bodies as they were, but no request's headers: look at it before you commit it.
 *
 * @param send Sends a request to the real network: Node's `fetch`.
 */
export function recordNetwork(file: string | URL, hosts: readonly string[], send: (request: Request) => Promise<Response>): NetworkHandlers {
  const answers: RecordedAnswer[] = [];
  const record = async (request: Request): Promise<Response> => {
    // The plugin gets each redirect, as it does from a host: following it is the sandbox's.
    const response = await send(new Request(request, { redirect: "manual" }));
    const body = await response.text();
    const type = response.headers.get("content-type");
    const headers = { ...(type !== null && { "content-type": type }), ...locationOf(response) };
    answers.push({ method: request.method, url: request.url, status: response.status, headers, body });
    writeFileSync(file, `${JSON.stringify(answers, null, 2)}\n`);
    return new Response(hasBody(response.status) ? body : null, { status: response.status, headers });
  };
  return Object.fromEntries(hosts.map((host) => [host, record]));
}

function locationOf(response: Response): Readonly<Record<string, string>> {
  const location = response.headers.get("location");
  return location === null ? {} : { location };
}

/** Answers of these kinds have no body, and none can be made with one. */
function hasBody(status: number): boolean {
  return ![204, 205, 304].includes(status);
}
