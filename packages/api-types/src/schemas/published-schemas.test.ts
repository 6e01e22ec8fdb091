import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { publishedSchemas } from "../../scripts/write-schemas.ts";

const folder = new URL("../../schemas/", import.meta.url);

test("the published schemas are what the zod schemas make (else: pnpm run write:schemas)", async () => {
  const committed = await Promise.all((await readdir(folder)).map(async (name) => [name, await readFile(new URL(name, folder), "utf8")]));
  expect(Object.fromEntries(committed)).toEqual(publishedSchemas());
});
