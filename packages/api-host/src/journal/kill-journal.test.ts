import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { journalRecordSchema } from "@ambit/api-types";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";

/** Starts the writer, kills it after so many acknowledgements, and gives what it had acknowledged by then. */
async function runAndKill(file: string, run: number, acknowledgements: number): Promise<string[]> {
  const script = join(import.meta.dirname, "../testing/journal-writer.ts");
  const child = spawn(process.execPath, ["--conditions=@ambit/source", script, file, String(run)], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.split("\n").length > acknowledgements) child.kill("SIGKILL");
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
  // The last line can be cut by the kill; it was not seen whole, so it does not count.
  return printed.split("\n").slice(0, -1);
}

test("SIGKILL under load loses no acknowledged record and tears none", { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "ambit-journal-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "host.db");
  const acknowledged: string[] = [];
  for (let run = 0; run < 12; run++) acknowledged.push(...(await runAndKill(file, run, 40 + run * 61)));
  expect(acknowledged.length).toBeGreaterThan(12 * 40);

  const store = createSqliteStore(file);
  const records = await store.journal.read({ after: 0, limit: 1_000_000 });
  await store.close();
  const kept = new Set(records.map(({ target }) => target));
  expect(acknowledged.filter((target) => !kept.has(target))).toEqual([]);
  expect(records.filter((record) => !journalRecordSchema.safeParse(record).success)).toEqual([]);
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
});
