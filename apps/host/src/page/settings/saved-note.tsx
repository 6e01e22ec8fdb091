import type { VNode } from "preact";
import { useState } from "preact/hooks";

/** How the last save went, and a function that runs one and notes it. */
export function useSaving(): { readonly note: VNode; readonly saving: (action: () => Promise<unknown>) => Promise<boolean> } {
  const [outcome, setOutcome] = useState<{ readonly failure?: string }>();
  const saving = async (action: () => Promise<unknown>): Promise<boolean> => {
    setOutcome(undefined);
    try {
      await action();
      setOutcome({});
      return true;
    } catch (error) {
      setOutcome({ failure: error instanceof Error ? error.message : "The host did not answer." });
      return false;
    }
  };
  return { note: <div aria-live="polite">{outcome !== undefined && <SavedNote failure={outcome.failure} />}</div>, saving };
}

function SavedNote({ failure }: { readonly failure: string | undefined }): VNode {
  return failure === undefined ? <p class="done">Saved.</p> : <p class="failure">{failure}</p>;
}
