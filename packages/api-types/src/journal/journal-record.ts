import { z } from "zod";
import { errorCodes, type ErrorCode } from "../errors/error-registry.ts";

/** How a call ended: done, refused by policy, failed on the way, or ended at a limit. */
export type JournalOutcome = "ok" | "refused" | "failed" | "limited";

/** What the journal keeps of one call or event. Never a path, query, header, body or secret. */
export interface JournalEntry {
  /** Milliseconds since 1970, on the host's clock. */
  readonly time: number;
  readonly plugin: string;
  readonly version: string;
  /** Which run of the plugin; empty for what happens without one (install, consent). */
  readonly instance: string;
  /** Organisation, where the host serves several. */
  readonly org?: string;
  /** Name of the sandbox backend. */
  readonly backend: string;
  /** Call, guest method or lifecycle event, such as `net/fetch`, `tool/call`, `plugin/install`. */
  readonly method: string;
  /** The host, root, program, tool or secret name; empty where there is none. */
  readonly target: string;
  readonly outcome: JournalOutcome;
  readonly code?: ErrorCode;
  /** Bytes that came in from outside for the guest. */
  readonly bytesIn?: number;
  /** Bytes the guest sent out. */
  readonly bytesOut?: number;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** A command's words, secrets masked; commands alone have them. */
  readonly args?: readonly string[];
  /** What else a reader must know, from a closed list of phrases. */
  readonly note?: JournalNote;
}

const journalNotes = ["judged by name only", "killed", "parked", "restarted"] as const;

/** Phrases that a record's note can be. */
export type JournalNote = (typeof journalNotes)[number];

/** An entry that the journal has taken: `seq` rises by one with each. */
export interface JournalRecord extends JournalEntry {
  readonly seq: number;
}

const bytes = z.int().min(0);

/** The shape of a journal record as exported, one JSON object a line. */
export const journalRecordSchema: z.ZodType<JournalRecord> = z.strictObject({
  seq: z.int().min(1),
  time: z.number(),
  plugin: z.string(),
  version: z.string(),
  instance: z.string(),
  org: z.string().exactOptional(),
  backend: z.string(),
  method: z.string(),
  target: z.string(),
  outcome: z.enum(["ok", "refused", "failed", "limited"]),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]).exactOptional(),
  bytesIn: bytes.exactOptional(),
  bytesOut: bytes.exactOptional(),
  ms: z.number().min(0),
  args: z.array(z.string()).exactOptional(),
  note: z.enum(journalNotes).exactOptional(),
});
