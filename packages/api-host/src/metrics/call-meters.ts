import type { CallDefinition, JournalOutcome } from "@ambit/api-types";
import type { HostMetrics, Meter } from "./host-metrics.ts";

/** The meters of one call of the table, looked up once. */
export interface CallMeters {
  readonly outcomes: Readonly<Record<JournalOutcome, Meter>>;
  readonly millis: Meter;
  readonly denied: Meter;
}

/** Makes the meters of a call; undefined stands for everything that is no call. */
export function callMeters(metrics: HostMetrics, definition: CallDefinition | undefined): CallMeters {
  const method = definition?.method ?? "unknown";
  const outcome = (name: JournalOutcome): Meter => metrics.meter("plugin.host_calls_total", { method, outcome: name });
  return {
    outcomes: { ok: outcome("ok"), refused: outcome("refused"), failed: outcome("failed"), limited: outcome("limited") },
    millis: metrics.meter("plugin.host_call_millis_total", { method }),
    denied: metrics.meter("plugin.permission_denied_total", { capability: capabilityName(definition) }),
  };
}

/** What a person would have granted: `fetch`, `files:read`, an integrator's capability, or the kind of need. */
function capabilityName(definition: CallDefinition | undefined): string {
  if (definition === undefined) return "unknown";
  const { needs } = definition;
  if (needs.kind === "network") return needs.protocol;
  if (needs.kind === "files") return `files:${needs.access}`;
  return needs.kind === "capability" ? needs.id : needs.kind;
}
