import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { casesOf, type ConformanceCase, eventually, expectError, pause, type Running, type Stage, tryPath, withFolder, workspace } from "@ambit/conformance-suite";

const EMFILE = 33;
/** The component model has no word for too many handles. */
const ENOMEM = 48;
/** More handles than any program needs, and fewer than a host process may have. */
const MOST_HANDLES = 4096;

/** Descriptors of the whole process, its threads included. */
function descriptors(): number {
  return readdirSync("/dev/fd").length;
}

/** The ways an instance can end while it holds handles. */
const ends: readonly ((running: Running) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  ({ tool }) => expectError(tool("traps"), "GUEST_TRAPPED"),
  ({ tool }) => expectError(tool("exits", { code: 1 }), "GUEST_EXITED"),
  ({ tool }) => expectError(tool("spin"), "LIMIT_EXCEEDED"),
];

async function liveAndEnd(stage: Stage, folder: string, end: (running: Running) => Promise<unknown>): Promise<void> {
  const running = await stage.start({ preopens: [workspace(folder, "write")], limits: { cpuMillis: 500 } });
  await tryPath(running, "openMany", "/workspace/a.txt");
  await end(running);
  await running.sandbox.dispose();
}

/** What an instance holds of the host, and that it lets go of it. */
export const handleCases: readonly ConformanceCase[] = casesOf("lifecycle", [
  {
    name: "a guest cannot have handles without end, and lives on when it is refused more",
    about: ({ fixture }) => fixture.wasi,
    run: ({ start, fixture }) =>
      withFolder(async (folder) => {
        await writeFile(join(folder, "a.txt"), "hello");
        const running = await start({ preopens: [workspace(folder, "read")], limits: { cpuMillis: 10_000, callSeconds: 20 } });
        const { errno, text } = await tryPath(running, "openMany", "/workspace/a.txt");
        assert.equal(errno, fixture.kind === "wasm:component" ? ENOMEM : EMFILE);
        assert.ok(Number(text) >= 16 && Number(text) <= MOST_HANDLES, `${text} handles`);
        assert.equal(await running.tool("echo", { value: 1 }), 1);
      }),
  },
  {
    name: "every handle is closed when its instance has ended, whatever ended it",
    about: ({ fixture }) => fixture.wasi,
    run: (stage) =>
      withFolder(async (folder) => {
        await writeFile(join(folder, "a.txt"), "hello");
        await liveAndEnd(stage, folder, () => Promise.resolve());
        // What a backend keeps ready for the next instance is there by now.
        await pause(300);
        const before = descriptors();
        for (const end of ends) await liveAndEnd(stage, folder, end);
        await eventually(5000, `descriptors back at ${before}`, () => descriptors() <= before);
      }),
  },
]);
