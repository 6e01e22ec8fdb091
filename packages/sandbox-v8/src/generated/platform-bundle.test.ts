import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { platformBundleText } from "../../scripts/build-platform.ts";

test("the bundled platform is what its sources make (else: pnpm run build:platform)", async () => {
  const committed = await readFile(new URL("platform-bundle.ts", import.meta.url), "utf8");
  expect(committed === (await platformBundleText())).toBe(true);
});
