import type { JsonObject, JsonValue, ToolDeclaration } from "@ambit/api-types";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { type Client, HostError } from "../api/client.ts";
import { FormField } from "../form/form-field.tsx";
import { fieldsOf, readValues } from "../form/schema-fields.ts";

type Outcome = { readonly kind: "ok"; readonly value: JsonValue; readonly ms: number } | { readonly kind: "error"; readonly code: string; readonly message: string };

interface Props {
  readonly pluginId: string;
  readonly tool: ToolDeclaration;
  readonly client: Client;
  readonly onRan: () => Promise<void>;
}

/** One tool with a field for each parameter, and what its last run gave. */
export function ToolForm({ pluginId, tool, client, onRan }: Props): VNode {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const fields = fieldsOf(tool.params);
  const run = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setOutcome(await runTool(client, pluginId, tool.name, () => readValues(fields, new FormData(event.target as HTMLFormElement))));
    setBusy(false);
    await onRan();
  };
  const label = `${pluginId}-${tool.name}`;
  return (
    <form class="tool" onSubmit={(event) => void run(event)} aria-labelledby={label}>
      <h3 id={label}>{tool.name} <span class="tag">{tool.access ?? "execute"}</span></h3>
      <p>{tool.description}</p>
      {fields.map((field) => <FormField key={field.name} field={field} idPrefix={label} />)}
      <div class="actions">
        <button type="submit" class="primary" disabled={busy}>{busy ? "Running…" : `Run ${tool.name}`}</button>
      </div>
      <div aria-live="polite">{outcome !== undefined && <Result outcome={outcome} />}</div>
    </form>
  );
}

function Result({ outcome }: { readonly outcome: Outcome }): VNode {
  if (outcome.kind === "error") return <p class="failure"><code>{outcome.code}</code> {outcome.message}</p>;
  const text = typeof outcome.value === "string" ? outcome.value : JSON.stringify(outcome.value, null, 2);
  return (
    <figure>
      <figcaption class="quiet">Result, {outcome.ms < 1 ? "under 1" : Math.round(outcome.ms)} ms</figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}

async function runTool(client: Client, pluginId: string, tool: string, read: () => JsonObject): Promise<Outcome> {
  const start = performance.now();
  try {
    return { kind: "ok", value: await client.callTool(pluginId, tool, read()), ms: performance.now() - start };
  } catch (error) {
    if (error instanceof HostError) return { kind: "error", code: error.reply.data.code, message: error.message };
    return { kind: "error", code: "", message: error instanceof Error ? error.message : "The host did not answer." };
  }
}
