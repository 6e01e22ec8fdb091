import { readlinkSync } from "node:fs";
import type { Components } from "../handle/directory-handle.ts";
import { maxHops, splitLinkTarget } from "../names/link-target.ts";
import { maxComponents } from "../names/component.ts";
import { Refusal } from "../outcome/refusal.ts";
import { systemCode } from "../outcome/system-refusal.ts";
import { nameDirectory, placePrefix } from "./open-flags.ts";
import { hold, letGo } from "../handle/loose.ts";
import type { SharedRoot } from "../handle/shared-root.ts";

/**
 * One walk from a held directory to the place that a path names: a held parent directory and a last name in it.
 * Each directory on the way is held open while the walk lasts, and `..` goes back to the one held before, never to the parent
 * that the file system has by now; so no rename, link or swap during the walk can lead above the start.
 */
export class Walk {
  readonly #root: SharedRoot;
  readonly #start: string;
  /** How many directories are held on the way: the last so many of the root's loose descriptors. */
  #held = 0;
  /** Components still to go, last one first; made when there is more than one. */
  #pending: string[] | undefined;
  #single: string | undefined;
  #names: Components;
  #ownsNames = false;
  #hops = 0;
  #lastWasLink = false;
  /** What stands before a name in the place's parent. */
  prefix: string;
  /** The last component; `.` when the path names the directory reached. */
  name = ".";

  /** @param start What stands before a name in the directory to start from, which `names` lead to from the root. */
  constructor(root: SharedRoot, start: string, names: Components, path: Components) {
    this.#root = root;
    this.#start = start;
    this.prefix = start;
    this.#names = names;
    if (path.length === 1) this.#single = path[0];
    else this.#pending = path.toReversed();
  }

  /** Names of the directories from the root down to the place's parent. */
  get names(): Components {
    return this.#names;
  }

  /** Whether the place was reached by following a link in last position. */
  get lastWasLink(): boolean {
    return this.#lastWasLink;
  }

  /** The place as a path for a system call that does not follow a last link. */
  get path(): string {
    return this.prefix + this.name;
  }

  /** Names from the root down to the place itself. */
  get wholeName(): string[] {
    return this.name === "." ? [...this.#names] : [...this.#names, this.name];
  }

  /** Goes on through the link that stands at the place. */
  followLast(): void {
    this.#lastWasLink = true;
    this.#follow(this.name);
    this.toLast();
  }

  /** Lets go of every directory held on the way. */
  close(): void {
    while (this.#held > 0) {
      letGo(this.#root);
      this.#held -= 1;
    }
  }

  /** Walks on until one component is left, which is not looked at. */
  toLast(): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined) {
        this.name = ".";
        return;
      }
      if (next === "..") {
        this.#climb();
        continue;
      }
      if (this.#root.guard?.isFenced(this.#names, next)) throw new Refusal("fenced");
      if (this.#pending === undefined || this.#pending.length === 0) {
        this.name = next;
        return;
      }
      this.#enter(next);
    }
  }

  #next(): string | undefined {
    if (this.#single === undefined) return this.#pending?.pop();
    const single = this.#single;
    this.#single = undefined;
    return single;
  }

  #climb(): void {
    if (this.#held === 0) throw new Refusal("outside");
    letGo(this.#root);
    this.#held -= 1;
    this.prefix = this.#held === 0 ? this.#start : placePrefix(this.#root.loose[this.#root.looseCount - 1] ?? -1);
    this.#ownNames().pop();
  }

  #enter(name: string): void {
    let descriptor: number;
    try {
      descriptor = hold(this.#root, this.prefix + name, nameDirectory);
      this.#held += 1;
    } catch (thrown) {
      const code = systemCode(thrown);
      if (code !== "ENOTDIR" && code !== "ELOOP") throw thrown;
      this.#follow(name);
      return;
    }
    this.prefix = placePrefix(descriptor);
    this.#ownNames().push(name);
  }

  #ownNames(): string[] {
    if (!this.#ownsNames) this.#names = [...this.#names];
    this.#ownsNames = true;
    // An array of this walk's own since the line above; others see it as read-only.
    return this.#names as string[];
  }

  #follow(name: string): void {
    this.#hops += 1;
    if (this.#hops > maxHops) throw new Refusal("loop");
    this.#pending ??= [];
    for (const part of splitLinkTarget(this.#readLink(name)).toReversed()) this.#pending.push(part);
    if (this.#pending.length > maxComponents) throw new Refusal("name-too-long");
  }

  #readLink(name: string): string {
    try {
      return readlinkSync(this.prefix + name);
    } catch (thrown) {
      if (systemCode(thrown) === "EINVAL") throw new Refusal("not-directory");
      throw thrown;
    }
  }
}

/** Walks to a place, runs `visit` there, and lets go of what the walk held. */
export function walkTo<T>(root: SharedRoot, start: string, names: Components, path: Components, visit: (place: Walk) => T): T {
  const walk = new Walk(root, start, names, path);
  try {
    walk.toLast();
    return visit(walk);
  } finally {
    walk.close();
  }
}
