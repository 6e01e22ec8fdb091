import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { preludeBundleText } from "../../scripts/build-prelude.ts";

test("the bundled prelude is what its sources make (else: pnpm run build:prelude)", async () => {
  const committed = await readFile(new URL("prelude-bundle.ts", import.meta.url), "utf8");
  expect(committed === (await preludeBundleText())).toBe(true);
});
