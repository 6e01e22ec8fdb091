import { runSandboxProviderConformance } from "@ambit/conformance-suite";
import { afterAll, expect, test } from "vitest";
import { createDockerProvider } from "./index.ts";
import { makeDockerGround } from "./testing/docker-ground.ts";
import { TestEngine } from "./testing/test-engine.ts";

const engine = await TestEngine.start();

if (engine instanceof TestEngine) {
  afterAll(() => engine.stop(), 60_000);
  runSandboxProviderConformance("docker", () => makeDockerGround(engine), { test: (name, run) => test(name, run, 300_000) });
} else {
  const loud = `\n${"#".repeat(100)}\n# THE DOCKER PROVIDER WAS NOT TESTED ON AN ENGINE: ${engine.replaceAll("\n", "\n# ")}\n${"#".repeat(100)}\n`;
  test("NO ENGINE COULD BE STARTED, so no case ran: the provider itself says that it cannot be used, and why", async () => {
    console.error(loud);
    const provider = createDockerProvider({ socketPath: "/nonexistent/docker.sock", image: "none" });
    expect((await provider.describe()).available).toMatchObject({ holds: false, remedy: expect.any(String) });
    await provider.close();
  });
}
