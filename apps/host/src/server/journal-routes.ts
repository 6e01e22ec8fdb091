import { Hono } from "hono";
import type { JournalRecord } from "@ambit/api-types";
import type { PluginHost } from "@ambit/api-host";

/** Records the page starts with. */
const FIRST_RECORDS = 200;

/** A quiet stream says so this often, so that neither side mistakes it for a dead one. */
const HEARTBEAT_MS = 15_000;

/** The journal as JSON lines: the last records, then each new one as it becomes durable, until the reader leaves. */
export function journalRoutes(host: PluginHost): Hono {
  return new Hono().get("/", (context) => {
    const leaving = new AbortController();
    context.req.raw.signal.addEventListener("abort", () => leaving.abort());
    const body = ReadableStream.from(journalLines(host, leaving)).pipeThrough(new TextEncoderStream());
    return new Response(body, { headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" } });
  });
}

async function* journalLines(host: PluginHost, leaving: AbortController): AsyncGenerator<string> {
  try {
    let after = 0;
    for (const record of await host.journal.tail(FIRST_RECORDS)) {
      yield line(record);
      after = record.seq;
    }
    yield "\n";
    yield* withHeartbeat(host.journal.follow({ after, signal: leaving.signal }));
  } finally {
    leaving.abort();
  }
}

async function* withHeartbeat(records: AsyncIterable<JournalRecord>): AsyncGenerator<string> {
  const iterator = records[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const { promise: beat, resolve } = Promise.withResolvers<"beat">();
    const timer = setTimeout(resolve, HEARTBEAT_MS, "beat");
    const first = await Promise.race([next, beat]);
    clearTimeout(timer);
    if (first === "beat") {
      yield "\n";
      continue;
    }
    if (first.done) return;
    yield line(first.value);
    next = iterator.next();
  }
}

function line(record: JournalRecord): string {
  return `${JSON.stringify(record)}\n`;
}
