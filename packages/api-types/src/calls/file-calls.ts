import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";

/** How bytes stand in JSON: as text, or base64 where they are no text. */
export type DataEncoding = "utf8" | "base64";
const encoding: z.ZodType<DataEncoding> = z.enum(["utf8", "base64"]);

/** Names a file: a root and a path relative to it. A harness plugin may leave the root out and name an absolute path under one of its roots. */
export interface FilePathParams {
  readonly root?: string;
  /** `/`-separated; empty for the root itself. */
  readonly path: string;
}
const place = { root: z.string().max(64).exactOptional(), path: z.string().max(65_536) };

/** Parameters of `fs/read`. */
export interface FileReadParams extends FilePathParams {
  /** Wanted form of the data; default `utf8`. Bytes that are no UTF-8 come as base64 all the same. */
  readonly encoding?: DataEncoding;
}
/** Bytes with the form they have. */
export interface FileReadResult {
  readonly data: string;
  readonly encoding: DataEncoding;
}
/** Parameters of `fs/write`. */
export interface FileWriteParams extends FilePathParams {
  readonly data: string;
  /** Form of `data`; default `utf8`. */
  readonly encoding?: DataEncoding;
}
/** Answer of `fs/write`. */
export interface FileWriteResult {
  readonly bytes: number;
}
/** What a name in a folder is. */
export type FileKind = "file" | "directory" | "other";
const kind: z.ZodType<FileKind> = z.enum(["file", "directory", "other"]);
/** Answer of `fs/stat`. */
export interface FileStatResult {
  readonly kind: FileKind;
  readonly bytes: number;
  /** Last change, milliseconds since 1970. */
  readonly modified: number;
}
/** Answer of `fs/list`: names sorted by code point. */
export interface FileListResult {
  readonly entries: readonly { readonly name: string; readonly kind: FileKind }[];
  /** True when the folder holds more than the host lists at once (10,000). */
  readonly truncated: boolean;
}
/** Answer of `fs/canon`: where a path really leads, links followed. */
export interface FileCanonResult {
  readonly root: string;
  readonly path: string;
}

const placeSchema: z.ZodType<FilePathParams> = z.strictObject(place);
const errors = ["PERMISSION_DENIED", "FILE_NOT_FOUND", "FILE_FAILED"] as const;

/** `fs/read` */
export const fileRead: CallDefinition<FileReadParams, FileReadResult> = defineCall({
  method: "fs/read",
  summary: "Reads one file whole.",
  params: z.strictObject({ ...place, encoding: encoding.exactOptional() }) as z.ZodType<FileReadParams>,
  result: z.strictObject({ data: z.string(), encoding }),
  needs: { kind: "files", access: "read" },
  limits: ["fileBytes"],
  target: "root",
  errors,
  writes: false,
  example: { root: "workspace", path: "guide.md" },
});

/** `fs/write` */
export const fileWrite: CallDefinition<FileWriteParams, FileWriteResult> = defineCall({
  method: "fs/write",
  summary: "Writes one file whole: the old content stays until the new one is complete. Makes missing folders.",
  params: z.strictObject({ ...place, data: z.string(), encoding: encoding.exactOptional() }) as z.ZodType<FileWriteParams>,
  result: z.strictObject({ bytes: z.int() }),
  needs: { kind: "files", access: "write" },
  limits: ["fileBytes"],
  target: "root",
  errors,
  writes: true,
  example: { root: "temp", path: "notes.txt", data: "hello" },
});

/** `fs/stat` */
export const fileStat: CallDefinition<FilePathParams, FileStatResult> = defineCall({
  method: "fs/stat",
  summary: "Tells what a path is, how large, and when it changed.",
  params: placeSchema,
  result: z.strictObject({ kind, bytes: z.int(), modified: z.number() }),
  needs: { kind: "files", access: "read" },
  limits: [],
  target: "root",
  errors,
  writes: false,
  example: { root: "workspace", path: "guide.md" },
});

/** `fs/list` */
export const fileList: CallDefinition<FilePathParams, FileListResult> = defineCall({
  method: "fs/list",
  summary: "Lists a folder.",
  params: placeSchema,
  result: z.strictObject({ entries: z.array(z.strictObject({ name: z.string(), kind })), truncated: z.boolean() }),
  needs: { kind: "files", access: "read" },
  limits: [],
  target: "root",
  errors,
  writes: false,
  example: { root: "workspace", path: "" },
});

/** `fs/canon` */
export const fileCanon: CallDefinition<FilePathParams, FileCanonResult> = defineCall({
  method: "fs/canon",
  summary: "Tells where a path really leads, links followed, as a path below its root.",
  params: placeSchema,
  result: z.strictObject({ root: z.string(), path: z.string() }),
  needs: { kind: "files", access: "read" },
  limits: [],
  target: "root",
  errors,
  writes: false,
  example: { root: "workspace", path: "guide.md" },
});
