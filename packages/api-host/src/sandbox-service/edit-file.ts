import { AmbitError } from "@ambit/api-types";
import { checkSandboxPath } from "./sandbox-paths.ts";
import type { SessionTools } from "./session-tools.ts";

/** How a text is replaced. */
export interface EditOptions {
  /** Replaces it wherever it stands. Default: it must stand in the file once. */
  readonly all?: boolean;
  readonly signal?: AbortSignal;
}

const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Replaces a text in a file.
 *
 * @throws AmbitError `FILE_NOT_FOUND`; `REFUSED` where the text is not there, stands there several times, the file is no text, or was changed by somebody
 * else on the way; `LIMIT_EXCEEDED` for a file of more than 8 MiB. The file is as it was then.
 */
export async function editFile(tools: SessionTools, path: string, oldText: string, newText: string, { all = false, signal }: EditOptions = {}): Promise<void> {
  checkSandboxPath(path);
  if (oldText === "" || oldText === newText) throw new AmbitError("INVALID_PARAMS", "The old text must be there, and the new one another.");
  const options = { maxBytes: MOST_BYTES, ...(signal !== undefined && { signal }) };
  const before = await textOf(tools, path, options);
  const parts = before.split(oldText);
  if (parts.length === 1) throw new AmbitError("REFUSED", "The old text is not in the file. Read the file again.");
  if (parts.length > 2 && !all) throw new AmbitError("REFUSED", `The old text stands in the file ${parts.length - 1} times. Give more of its surroundings, or replace all.`);
  if ((await textOf(tools, path, options)) !== before) throw new AmbitError("REFUSED", "The file was changed by somebody else. Read it again.");
  await tools.writeFile(path, parts.join(newText), signal);
}

async function textOf(tools: SessionTools, path: string, options: { readonly maxBytes: number; readonly signal?: AbortSignal }): Promise<string> {
  const file = await tools.readFile(path, options);
  if (file === null) throw new AmbitError("FILE_NOT_FOUND", "The file is not there.");
  if (file.truncated) throw new AmbitError("LIMIT_EXCEEDED", `Files of more than ${MOST_BYTES} bytes are not edited.`, { limit: "fileBytes" });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file.data);
  } catch {
    throw new AmbitError("REFUSED", "The file is no text in UTF-8.");
  }
}
