import { afterAll, beforeEach, expect, test } from "vitest";
import { createDockerProvider } from "../index.ts";
import { TestEngine } from "../test-engine/test-engine.ts";

const WELL_MILLIS = 30_000;
const RULE = "#".repeat(100);

/** Registers tests that need an engine. Where none can be started on this machine, that is said as loudly as a test can. */
export async function withEngine(register: (engine: TestEngine) => void): Promise<void> {
  const engine = await TestEngine.start();
  if (engine instanceof TestEngine) {
    let isWell = true;
    // Each test would wait for itself for an engine that hangs, and all of them together for hours.
    beforeEach(async () => {
      isWell &&= await engine.isWell(WELL_MILLIS);
      if (!isWell) throw new Error("The engine does not answer any more.");
    }, 2 * WELL_MILLIS);
    afterAll(() => engine.stop(), 60_000);
    return register(engine);
  }
  test("NO DOCKER ENGINE COULD BE STARTED, so no case ran on one: the provider itself says that it cannot be used", async () => {
    console.error(`\n${RULE}\n# THE DOCKER PROVIDER WAS NOT TRIED ON AN ENGINE: ${engine.replaceAll("\n", "\n# ")}\n${RULE}\n`);
    const provider = createDockerProvider({ socketPath: "/nonexistent/docker.sock", image: "none" });
    expect((await provider.describe()).available).toMatchObject({ holds: false, remedy: expect.any(String) });
    await provider.close();
  });
}
