/** Most characters of a host, root or program in the journal: refused ones are the plugin's own text. */
const TARGET_CHARACTERS = 100;

/**
 * A host for the journal, as the URL parser gave it: shortened from the left, since its owner stands at the right. The
 * parser leaves printable ASCII alone in it.
 */
export function hostTarget(host: string): string {
  if (host.length <= TARGET_CHARACTERS) return host;
  const text = printable(host);
  return text.length <= TARGET_CHARACTERS ? text : `...${text.slice(3 - TARGET_CHARACTERS)}`;
}

/** A root, program or other name for the journal: printable, and shortened from the right. */
export function nameTarget(name: string): string {
  if (name.length <= TARGET_CHARACTERS && PRINTABLE.test(name)) return name;
  const text = printable(name);
  return text.length <= TARGET_CHARACTERS ? text : `${text.slice(0, TARGET_CHARACTERS - 3)}...`;
}

const PRINTABLE = /^[\x20-\x7e]*$/;

/** Cut first: the text may be as long as a message. */
function printable(text: string): string {
  const kept = text.length > 1000 ? text.slice(0, 500) + text.slice(-500) : text;
  return kept.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
