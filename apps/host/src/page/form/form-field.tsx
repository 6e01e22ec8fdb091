import type { VNode } from "preact";
import type { Field } from "./schema-fields.ts";

/** One labelled field of a form. */
export function FormField({ field, idPrefix }: { readonly field: Field; readonly idPrefix: string }): VNode {
  const id = `${idPrefix}-${field.name}`;
  return (
    <div class={`field ${field.kind}`}>
      <label for={id}>
        {field.name}
        {field.required && <span class="quiet"> (required)</span>}
      </label>
      <Input field={field} id={id} />
      {field.description !== "" && <p class="quiet" id={`${id}-help`}>{field.description}</p>}
    </div>
  );
}

function Input({ field, id }: { readonly field: Field; readonly id: string }): VNode {
  const shared = { id, name: field.name, required: field.required && field.kind !== "boolean", ...(field.description !== "" && { "aria-describedby": `${id}-help` }) };
  if (field.kind === "boolean") return <input {...shared} type="checkbox" defaultChecked={field.initial === "true"} />;
  if (field.kind === "number") return <input {...shared} type="number" step="any" defaultValue={field.initial} />;
  if (field.kind === "json") return <textarea {...shared} rows={3} defaultValue={field.initial} spellcheck={false} />;
  if (field.kind === "choice") {
    return (
      <select {...shared} defaultValue={field.initial}>
        {!field.required && <option value="" />}
        {field.choices.map((choice) => <option key={choice}>{choice}</option>)}
      </select>
    );
  }
  return <input {...shared} type="text" defaultValue={field.initial} autocomplete="off" spellcheck={false} />;
}
