import type { VNode } from "preact";
import { useSaving } from "./saved-note.tsx";

interface Props {
  readonly name: string;
  readonly isSet: boolean;
  readonly save: (value: string) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** Gives a plugin one secret. What was given is never shown, it can only be replaced or forgotten. */
export function SecretForm({ name, isSet, save, forget }: Props): VNode {
  const { note, saving } = useSaving();
  const id = `secret-${name}`;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const value = new FormData(form).get("value");
    if (await saving(() => save(typeof value === "string" ? value : ""))) form.reset();
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={`Secret ${name}`}>
      <div class="secret">
        <div class="field">
          <label for={id}>{name} <span class="quiet">{isSet ? "(secret, given)" : "(secret, not given yet)"}</span></label>
          <input id={id} name="value" type="password" required autocomplete="off" />
        </div>
        <button type="submit">{isSet ? "Replace" : "Give"}</button>
        {isSet && <button type="button" onClick={() => void saving(forget)}>Forget</button>}
      </div>
      {note}
    </form>
  );
}
