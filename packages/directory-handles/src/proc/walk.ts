import { closeSync, openSync, readlinkSync } from "node:fs";
import type { Components } from "../handle/directory-handle.ts";
import { maxHops, splitLinkTarget } from "../names/link-target.ts";
import { maxComponents } from "../names/component.ts";
import { Refusal } from "../outcome/refusal.ts";
import { systemCode } from "../outcome/system-refusal.ts";
import { nameDirectory, placePath } from "./open-flags.ts";
import type { SharedRoot } from "../handle/shared-root.ts";

/**
 * One walk from a held directory to the place that a path names: a held parent directory and a last name in it.
 * Each directory on the way is held open while the walk lasts, and `..` goes back to the one held before, never to the parent
 * that the file system has by now; so no rename, link or swap during the walk can lead above the start.
 */
export class Walk {
  readonly #root: SharedRoot;
  readonly #start: number;
  readonly #held: number[] = [];
  readonly #pending: string[];
  #hops = 0;
  #lastWasLink = false;
  /** Names of the directories from the root down to the place's parent. */
  names: string[];
  /** The last component; `.` when the path names the directory reached. */
  name = ".";

  constructor(root: SharedRoot, start: number, names: Components, path: Components) {
    this.#root = root;
    this.#start = start;
    this.names = [...names];
    this.#pending = path.toReversed();
  }

  /** The descriptor of the place's parent. */
  get parent(): number {
    return this.#held[this.#held.length - 1] ?? this.#start;
  }

  /** Whether the place was reached by following a link in last position. */
  get lastWasLink(): boolean {
    return this.#lastWasLink;
  }

  /** The place as a path for a system call that does not follow a last link. */
  get path(): string {
    return placePath(this.parent, this.name);
  }

  /** Names from the root down to the place itself. */
  get wholeName(): string[] {
    return this.name === "." ? this.names : [...this.names, this.name];
  }

  /** Goes on through the link that stands at the place. */
  followLast(): void {
    this.#lastWasLink = true;
    this.#follow(this.name);
    this.toLast();
  }

  /** Lets go of every directory held on the way. */
  close(): void {
    for (const descriptor of this.#held) closeSync(descriptor);
    this.#held.length = 0;
  }

  /** Walks on until one component is left, which is not looked at. */
  toLast(): void {
    for (;;) {
      const next = this.#pending.pop();
      if (next === undefined) {
        this.name = ".";
        return;
      }
      if (next === "..") {
        this.#climb();
        continue;
      }
      if (this.#root.guard?.isFenced(this.names, next)) throw new Refusal("fenced");
      if (this.#pending.length === 0) {
        this.name = next;
        return;
      }
      this.#enter(next);
    }
  }

  #climb(): void {
    const top = this.#held.pop();
    if (top === undefined) throw new Refusal("outside");
    closeSync(top);
    this.names.pop();
  }

  #enter(name: string): void {
    let descriptor: number;
    try {
      descriptor = openSync(placePath(this.parent, name), nameDirectory);
    } catch (thrown) {
      const code = systemCode(thrown);
      if (code !== "ENOTDIR" && code !== "ELOOP") throw thrown;
      this.#follow(name);
      return;
    }
    this.#held.push(descriptor);
    this.names.push(name);
  }

  #follow(name: string): void {
    this.#hops += 1;
    if (this.#hops > maxHops) throw new Refusal("loop");
    for (const part of splitLinkTarget(this.#readLink(name)).toReversed()) this.#pending.push(part);
    if (this.#pending.length > maxComponents) throw new Refusal("name-too-long");
  }

  #readLink(name: string): string {
    try {
      return readlinkSync(placePath(this.parent, name));
    } catch (thrown) {
      if (systemCode(thrown) === "EINVAL") throw new Refusal("not-directory");
      throw thrown;
    }
  }
}

/** Walks to a place, runs `visit` there, and lets go of what the walk held. */
export function walkTo<T>(root: SharedRoot, start: number, names: Components, path: Components, visit: (place: Walk) => T): T {
  const walk = new Walk(root, start, names, path);
  try {
    walk.toLast();
    return visit(walk);
  } finally {
    walk.close();
  }
}
