import { AmbitError } from "@ambit/api-types/guest";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import { refused, type StateNames } from "../snapshot/expose-state.ts";
import { type InstanceSnapshot, takeBaseline, takeSnapshot } from "../snapshot/instance-snapshot.ts";
import { endError } from "./end-error.ts";
import { readGuestLine } from "./message-ids.ts";
import { TurnInstance, type TurnParts } from "./turn-instance.ts";

/** A reactor's first instance as it was once it had taken its first message, and what it printed. */
export interface FirstTurn {
  readonly snapshot: InstanceSnapshot;
  readonly lines: readonly string[];
}

/**
 * Initialises an instance, lets it take the host's first message, and copies it.
 *
 * @throws AmbitError what ended it, or `SAND_WASM_INSTANTIATION_FAILED` where it cannot be copied, saying why.
 */
export function snapshotAfter(parts: TurnParts, state: StateNames, message: string): FirstTurn {
  const lines: string[] = [];
  const first = new TurnInstance(parts, (line) => lines.push(line));
  try {
    const { instance, memory } = first.guest;
    const baseline = takeBaseline(instance, memory, state);
    if (state.start !== undefined) settle(first.run(state.start));
    settle(first.run("_initialize"));
    settle(first.turn(message));
    if (!first.guest.hasFirstDescriptors) throw refused("opened, closed or changed a descriptor during its initialisation");
    if (!first.hasReadAll) throw refused("left its first message unread");
    if (lines.some((line) => readGuestLine(line).kind === "request")) throw refused("asked the host something during its initialisation that is not answered yet");
    return { snapshot: takeSnapshot(instance, memory, state, baseline), lines };
  } finally {
    first.close();
  }
}

function settle(outcome: RunOutcome): void {
  if (outcome.kind === "returned") return;
  throw endError(outcome) ?? new AmbitError("GUEST_EXITED", "The plugin ended itself.", { exitCode: 0 });
}
