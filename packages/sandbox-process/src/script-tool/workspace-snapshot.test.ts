import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compareSnapshots, takeSnapshot } from "./workspace-snapshot.ts";

const folder = mkdtempSync(join(tmpdir(), "ambit-snapshot-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("ten thousand files are not compared, and folders without end do not hold it up", async () => {
  for (let index = 0; index < 10_000; index++) writeFileSync(join(folder, `f${index}`), "");
  const found = await takeSnapshot(folder);
  expect(found.size).toBe(5000);
});

test("names that are no text are told apart", async () => {
  const place = join(folder, "names");
  mkdirSync(place);
  for (const byte of [0xfe, 0xff]) writeFileSync(Buffer.concat([Buffer.from(`${place}/b`), Buffer.from([byte])]), "");
  writeFileSync(join(place, "new\nline"), "");
  const found = await takeSnapshot(place);
  expect(found.size).toBe(3);
  expect(compareSnapshots(new Map(), found).map(({ path }) => path)).toEqual(["b\ufffd", "b\ufffd", "new\nline"]);
});

test("a workspace that is gone is empty", async () => {
  expect((await takeSnapshot(join(folder, "gone"))).size).toBe(0);
});
