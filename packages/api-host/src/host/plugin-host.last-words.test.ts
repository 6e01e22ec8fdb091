import { expect, test } from "vitest";
import type { LogLine } from "./plugin-host.ts";
import { installed, makeHost } from "../testing/host-rig.ts";

test("what a plugin says as its call ends is kept, though the host closes at once", async () => {
  const lines: LogLine[] = [];
  const { host, store } = await makeHost({ onLog: (line) => lines.push(line) });
  // What the journal holds is looked at once the host has let go of it.
  const kept = store.journal.tail.bind(store.journal);
  await installed(host, { code: `export const tools = { run: async () => { Promise.reject(new Error("nobody cares")); return 1; } };` });
  expect(await host.callTool("notes", "run", {})).toBe(1);
  await host.close();
  expect(lines).toMatchObject([{ level: "error", message: expect.stringContaining("Unhandled rejection: Error: nobody cares") as string }]);
  expect((await kept(20)).map(({ method }) => method)).toContain("log");
});
