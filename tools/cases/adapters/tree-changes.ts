import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";

/** Turns a case's name of something in its tree into its path. */
type Place = (name: string) => string;

/** One change that a case's `race` makes between two steps; what it is given is a name, or a name and more. */
type Change = (place: Place, name: string, more: unknown) => void;

const remove: Change = (place, name) => rmSync(place(name), { recursive: true, force: true });

const link: Change = (place, name, to) => {
  remove(place, name, undefined);
  symlinkSync(String(to), place(name));
};

const cut: Change = (place, name, bytes) => truncateSync(place(name), Number(bytes ?? 0));

const replace: Change = (place, name, text) => writeFileSync(place(name), String(text ?? "changed"));

/** Instead of the one, a link to the other, as whoever wins a race would have it. */
const swap: Change = (place, name, other) => {
  renameSync(place(name), `${place(name)}.before`);
  symlinkSync(place(String(other)), place(name));
};

const fifo: Change = (place, name) => {
  remove(place, name, undefined);
  execFileSync("mkfifo", [place(name)]);
};

const changes: Readonly<Record<string, Change>> = {
  grow: (place, name, bytes) => appendFileSync(place(name), "x".repeat(Number(bytes))),
  append: (place, name, text) => appendFileSync(place(name), String(text)),
  shrink: cut,
  truncate: cut,
  link,
  symlink: link,
  hard: (place, name, to) => {
    remove(place, name, undefined);
    linkSync(place(String(to)), place(name));
  },
  file: replace,
  write: replace,
  replace: (place, name, by) => (existsSync(place(String(by))) ? swap(place, name, by) : replace(place, name, by)),
  dir: (place, name) => void mkdirSync(place(name), { recursive: true }),
  fifo,
  remove,
  unlink: remove,
  delete: remove,
  rename: (place, name, to) => renameSync(place(name), place(String(to))),
  move: (place, name, to) => renameSync(place(name), place(String(to))),
  swap,
};

/** Names of the changes that a race can make. */
export const raceChanges: readonly string[] = Object.keys(changes);

/** Makes every change that a race names. @throws Error for a race that changes nothing. */
export function changeTree(race: Readonly<Record<string, unknown>>, place: Place): void {
  const known = Object.entries(race).filter(([name]) => Object.hasOwn(changes, name));
  if (known.length === 0) throw new Error(`nothing is known of the race ${JSON.stringify(race)}`);
  for (const [name, given] of known) {
    const [what, more] = [given].flat() as readonly unknown[];
    changes[name]?.(place, String(what), more);
  }
}
