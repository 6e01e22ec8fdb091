import type { JournalOutcome, JournalRecord } from "@ambit/api-types";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../api/client.ts";
import { followJournal } from "./follow-journal.ts";

const outcomes: readonly JournalOutcome[] = ["ok", "refused", "failed", "limited"];

/** The journal, newest first, as records become durable. */
export function JournalView({ client }: { readonly client: Client }): VNode {
  const [records, setRecords] = useState<readonly JournalRecord[]>([]);
  const [live, setLive] = useState(false);
  const [only, setOnly] = useState<JournalOutcome | "">("");
  useEffect(() => {
    const leaving = new AbortController();
    void followJournal(client, { signal: leaving.signal, onLive: setLive, onRecords: setRecords });
    return () => leaving.abort();
  }, [client]);
  const shown = only === "" ? records : records.filter((record) => record.outcome === only);
  return (
    <section class="journal" aria-label="Journal">
      <header>
        <h2>Journal</h2>
        <span class={live ? "live on" : "live"} role="status">{live ? "live" : "not connected, trying again"}</span>
        <label>
          Show{" "}
          <select value={only} onChange={(event) => setOnly(event.currentTarget.value as JournalOutcome | "")}>
            <option value="">everything</option>
            {outcomes.map((outcome) => <option key={outcome} value={outcome}>{outcome}</option>)}
          </select>
        </label>
      </header>
      <div class="scroll" tabIndex={0} role="region" aria-label="Journal records">
        <table>
          <thead>
            <tr><th>Time</th><th>Plugin</th><th>Call</th><th>Target</th><th>Outcome</th><th class="number">ms</th></tr>
          </thead>
          <tbody>{shown.map((record) => <Row key={record.seq} record={record} />)}</tbody>
        </table>
        {shown.length === 0 && <p class="quiet">Nothing yet. Run a tool, and every call it makes stands here.</p>}
      </div>
    </section>
  );
}

function Row({ record }: { readonly record: JournalRecord }): VNode {
  const time = new Date(record.time);
  return (
    <tr class={record.outcome}>
      <td><time dateTime={time.toISOString()}>{time.toLocaleTimeString()}</time></td>
      <td>{record.plugin}</td>
      <td><code>{record.method}</code></td>
      <td>{record.target}{record.args !== undefined && <code> {record.args.join(" ")}</code>}</td>
      <td>
        <span class={`outcome ${record.outcome}`}>{record.outcome}</span> {record.code !== undefined && <code>{record.code}</code>}
        {record.note !== undefined && <span class="quiet"> {record.note}</span>}
      </td>
      <td class="number">{record.ms < 10 ? record.ms.toFixed(1) : Math.round(record.ms)}</td>
    </tr>
  );
}
