import { readFileSync } from "node:fs";
import type { NetworkHandlers } from "./network-handlers.ts";

/** One answer of a recording. */
export interface RecordedAnswer {
  readonly method?: string;
  /** The whole address. */
  readonly url: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or any JSON, which is sent as such. */
  readonly body?: unknown;
}

/**
 * Handlers that answer from a recording: a JSON file with a list of {@link RecordedAnswer}, or the list itself. Of several
 * answers to the same request each is given once, and the last one again. A request that was not recorded is answered 404.
 */
export function recordedNetwork(recording: string | URL | readonly RecordedAnswer[]): NetworkHandlers {
  const answers = typeof recording === "string" || recording instanceof URL ? (JSON.parse(readFileSync(recording, "utf8")) as readonly RecordedAnswer[]) : recording;
  const queues = new Map<string, RecordedAnswer[]>();
  for (const answer of answers) {
    const key = `${answer.method ?? "GET"} ${new URL(answer.url).href}`;
    queues.set(key, [...(queues.get(key) ?? []), answer]);
  }
  const handler = ({ method, url }: Request): Response => {
    const queue = queues.get(`${method} ${url}`) ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    return answer === undefined ? new Response(`Not recorded: ${method} ${url}`, { status: 404 }) : responseOf(answer);
  };
  return Object.fromEntries(answers.map(({ url }) => [new URL(url).host, handler]));
}

function responseOf({ status = 200, headers, body }: RecordedAnswer): Response {
  if (body === undefined || body === "") return new Response(null, { status, ...(headers !== undefined && { headers }) });
  if (typeof body === "string") return new Response(body, { status, ...(headers !== undefined && { headers }) });
  return Response.json(body, { status, ...(headers !== undefined && { headers }) });
}
