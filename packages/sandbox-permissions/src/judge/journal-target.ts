/**
 * Most characters of a host, root or program that a decision names. No real one has as many. What is shorter is left whole:
 * the journal masks secrets in it before it cuts it, and of a secret that was cut before nobody could see that it is one.
 */
const TARGET_CHARACTERS = 4096;

/** Stands for what is longer: any part of it could be part of a secret. */
const TOO_LONG = "[too long]";

/** A host for the journal, as the URL parser gave it, which leaves printable ASCII alone in it. */
export function hostTarget(host: string): string {
  return host.length <= TARGET_CHARACTERS ? host : TOO_LONG;
}

/** A root, program or other name for the journal, printable. */
export function nameTarget(name: string): string {
  if (name.length > TARGET_CHARACTERS) return TOO_LONG;
  return PRINTABLE.test(name) ? name : printable(name);
}

const PRINTABLE = /^[\x20-\x7e]*$/;

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
