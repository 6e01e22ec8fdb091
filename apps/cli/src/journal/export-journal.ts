import { open, rename, rm } from "node:fs/promises";
import { AmbitError, type JournalFilter, type JournalStore } from "@ambit/api-types";

/** Records that are read at once. */
const PAGE = 1000;

/**
 * Writes a journal to a file, one JSON object a line, oldest first, up to the last record that is there when it is reached.
 * The file appears whole or not at all, under another name until it is. Gives the number of records.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` where the file cannot be written, or is there already.
 */
export async function exportJournal(journal: JournalStore, file: string, filter: JournalFilter): Promise<number> {
  const part = `${file}.part`;
  try {
    // Both must be new: nothing that was there before is written over.
    await (await open(file, "wx")).close();
    const count = await writeRecords(journal, part, filter).catch((error: unknown) => rm(file, { force: true }).then(() => Promise.reject(error)));
    await rename(part, file);
    return count;
  } catch (error) {
    if (AmbitError.isInstance(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new AmbitError("HOST_CONFIG_INVALID", `"${file}" cannot be written (${code ?? "unknown"}). Name a new file in a folder that is there.`, { cause: error });
  }
}

async function writeRecords(journal: JournalStore, file: string, filter: JournalFilter): Promise<number> {
  const handle = await open(file, "wx", 0o600);
  try {
    let count = 0;
    for (let after = 0; ; ) {
      const page = await journal.read({ after, limit: PAGE, filter });
      await handle.appendFile(page.map((record) => `${JSON.stringify(record)}\n`).join(""));
      count += page.length;
      after = page.at(-1)?.seq ?? after;
      if (page.length < PAGE) break;
    }
    await handle.sync();
    return count;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
