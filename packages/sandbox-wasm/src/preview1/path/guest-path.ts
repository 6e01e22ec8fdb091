import { errno, type Errno } from "../errno/errno.ts";

/** A guest's path, split. `..` stays in it; the walk keeps it inside. */
export interface GuestPath {
  readonly components: readonly string[];
  /** It ended in a slash or a dot, so it must name a directory. */
  readonly directory: boolean;
}

/** Splits a path. An absolute one is refused: it would have to leave the directory it is looked up in. */
export function splitGuestPath(text: string): GuestPath | Errno {
  if (text === "") return errno.NOENT;
  if (!text.includes("/") && text !== "." && text !== "..") return { components: [text], directory: false };
  if (text.startsWith("/")) return errno.NOTCAPABLE;
  const parts = text.split("/");
  const last = parts[parts.length - 1];
  return { components: parts.filter((part) => part !== "" && part !== "."), directory: last === "" || last === "." || last === ".." };
}
