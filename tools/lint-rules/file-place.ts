import { relative, sep } from "node:path";

/** The path of a linted file relative to the folder oxlint runs in, with `/` on every system. */
export function placeOf(context: { readonly cwd: string; readonly filename: string }): string {
  return relative(context.cwd, context.filename).split(sep).join("/");
}

/** True when `place` is `folder` or lies below it. */
export function isBelow(place: string, folder: string): boolean {
  return place === folder || place.startsWith(`${folder}/`);
}

/** True for a test file: it stands beside the code and ends in `.test.ts` or `.test.tsx`. */
export function isTest(place: string): boolean {
  return /\.test\.tsx?$/.test(place);
}
