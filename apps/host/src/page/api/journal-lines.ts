import type { JournalRecord } from "@ambit/api-types";

/** Reads a stream of JSON lines record by record; empty lines are heartbeats. */
export async function* journalLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<JournalRecord> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as JournalRecord;
  }
}
