import { AmbitError, type SandboxFile } from "@ambit/api-types";
import { answerSchemas } from "../link/read-answer.ts";
import type { SupervisorLink } from "../link/supervisor-link.ts";
import { askSupervisor } from "./ask-supervisor.ts";

/** Reads at most so many bytes of a file in an instance that runs. */
export async function readSandboxFile(link: SupervisorLink, path: string, maxBytes: number, signal: AbortSignal): Promise<SandboxFile | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer): boolean => {
    pieces.push(piece);
    bytes += piece.length;
    return bytes <= maxBytes;
  };
  const { found, truncated } = await askSupervisor(link, { op: "read", path, maxBytes }, answerSchemas.read, { data: take, signal });
  // A view of bytes of its own: pieces lie in blocks that hold other things too.
  return found ? { data: new Uint8Array(Buffer.concat(pieces)), truncated } : null;
}

/** Writes a file in an instance that runs. */
export async function writeSandboxFile(link: SupervisorLink, path: string, data: Uint8Array, signal: AbortSignal): Promise<void> {
  await askSupervisor(link, { op: "write", path }, answerSchemas.written, {
    signal,
    send: (request) => void request.data(data).then(() => request.end()),
  });
}

/** Most bytes that one call moves. */
export const MOST_FILE_BYTES: number = 64 * 1024 * 1024;

/** @throws AmbitError `INVALID_PARAMS` for more bytes than one call moves. */
export function checkFileBytes(bytes: number): void {
  if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > MOST_FILE_BYTES) throw new AmbitError("INVALID_PARAMS", `A file is moved in pieces of at most ${MOST_FILE_BYTES} bytes.`);
}
