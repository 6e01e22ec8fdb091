import { createConfiner } from "@ambit/sandbox-process";
import { v8Backend } from "@ambit/sandbox-v8";
import { expect, test } from "vitest";

test("the README's example says whether the backend can run here", async () => {
  const confiner = createConfiner();
  const backend = v8Backend({ confiner });
  expect(await backend.isAvailable()).toEqual({ available: true });
  await backend.close();
  confiner.close();
});

test("without a way to confine processes it says what to install, and makes nothing", async () => {
  const confiner = createConfiner({ bubblewrap: "/nowhere/bwrap" });
  const backend = v8Backend({ confiner });
  expect(await backend.isAvailable()).toMatchObject({ available: false, remedy: expect.stringContaining("bubblewrap") });
  await backend.close();
  confiner.close();
});
