import { type JsonObject, type JsonValue, parseBoundedJson } from "@ambit/api-types";
import { lstatSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { isJsonObject } from "./is-json-object.ts";

/** What a script's output says. */
export interface ScriptAnswer {
  readonly text: string;
  /** Paths below the workspace that the script lists; they are inside and are files. */
  readonly files: readonly string[];
}

const DEPTH = 64;

/** Reads what a script printed: plain text, or an object with `text` and `files`. */
export function readResult(printed: string, workspace: string): ScriptAnswer {
  const text = printed.trim();
  const object = text.startsWith("{") ? readObject(text) : undefined;
  if (object === undefined) return { text, files: [] };
  const listed = Array.isArray(object["files"]) ? (object["files"] as readonly JsonValue[]) : [];
  return {
    text: typeof object["text"] === "string" ? object["text"] : text,
    files: listed.filter((path): path is string => typeof path === "string" && isFileInside(workspace, path)),
  };
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseBoundedJson(text, { bytes: Buffer.byteLength(text), depth: DEPTH });
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Relative, without a step upwards, and a file inside also once its links are followed. */
function isFileInside(workspace: string, path: string): boolean {
  if (path === "" || path.startsWith("/") || path.includes("\0") || path.split("/").includes("..")) return false;
  try {
    const root = realpathSync(workspace);
    const real = realpathSync(join(root, path));
    return real.startsWith(root + sep) && lstatSync(real).isFile();
  } catch {
    return false;
  }
}
