import { Refusal } from "../outcome/refusal.ts";

/** Longest name of one component, in UTF-8 bytes: what Linux and macOS file systems take. */
const maxComponentBytes = 255;

/** Most components in one path that is walked: past it a path is longer than any system call would take. */
export const maxComponents = 2048;

function checkOne(component: string): void {
  if (component === "" || component === "." || component === "..") throw new Refusal("invalid-name");
  if (component.includes("/") || component.includes("\0") || !component.isWellFormed()) throw new Refusal("invalid-name");
  if (component.length > maxComponentBytes || (component.length * 3 > maxComponentBytes && Buffer.byteLength(component) > maxComponentBytes)) {
    throw new Refusal("name-too-long");
  }
}

/**
 * Checks components that a caller has already split. The path grammar is judged elsewhere; this is the second belt, so that
 * no separator, NUL or climb can reach a system call whatever the caller forgot.
 * With `climb`, `..` passes: the walk itself keeps it inside.
 */
export function checkComponents(components: readonly string[], climb: boolean): void {
  if (components.length > maxComponents) throw new Refusal("name-too-long");
  for (const component of components) {
    if (climb && component === "..") continue;
    checkOne(component);
  }
}
