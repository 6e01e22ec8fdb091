import { expect, test } from "vitest";
import { command, openModule, runTool } from "../testing/open-module.ts";
import { openDescriptors, ScratchFolder } from "../testing/scratch-folder.ts";

const permissions = { files: [{ root: "out", access: "write" as const }] };
const imports = [
  "path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)",
  "fd_read (param i32 i32 i32 i32) (result i32)",
  "fd_readdir (param i32 i32 i32 i64 i32) (result i32)",
  "proc_exit (param i32)",
];
const open = (at: number, length: number, flags: number): string =>
  `(drop (call $path_open (i32.const 3) (i32.const 0) (i32.const ${at}) (i32.const ${length}) (i32.const ${flags}) (i64.const 0x1fffffff) (i64.const 0x1fffffff) (i32.const 0) (i32.const 16)))`;
/** Opens a file and reads it, opens a directory twice, and is in the middle of a listing. */
const busy = `${open(32, 4, 0)} (i32.store (i32.const 68) (i32.const 4)) (drop (call $fd_read (i32.load (i32.const 16)) (i32.const 64) (i32.const 1) (i32.const 24)))
  ${open(36, 1, 2)} ${open(36, 1, 2)} (drop (call $fd_readdir (i32.const 3) (i32.const 512) (i32.const 40) (i64.const 0) (i32.const 24)))`;
const more = '(memory (export "memory") 1) (data (i32.const 32) "file.")';

/** The system lists what a thread held a moment longer than it lives. */
async function settled(most: number): Promise<void> {
  await expect.poll(openDescriptors, { timeout: 10_000, interval: 50 }).toBeLessThanOrEqual(most);
}

function folderOfFiles(): ScratchFolder {
  return new ScratchFolder().file("out/file", "x").file("out/a").file("out/b");
}

test("a thousand runs that end in every way leave no descriptor", async () => {
  using folder = folderOfFiles();
  const before = openDescriptors();
  for (const end of ["", "(call $proc_exit (i32.const 0))", "(call $proc_exit (i32.const 1))", "unreachable", "(drop (i32.load (i32.const -4)))"]) {
    await using sandbox = await openModule(command(imports, `${busy} ${end}`, more), { permissions, limits: { hostCalls: 1000 }, roots: { out: { hostPath: folder.at("out") } } });
    await runTool(sandbox).catch(() => undefined);
    const running = openDescriptors();
    for (let run = 0; run < 200; run++) await runTool(sandbox).catch(() => undefined);
    await settled(running);
  }
  await settled(before);
});

test("instances that are ended in the middle of their work leave none either", async () => {
  using folder = folderOfFiles();
  const spin = command(imports, `${busy} (loop $on (br $on))`, more);
  const warm = await openModule(spin, { permissions, limits: { callSeconds: 1, cpuMillis: 250 }, roots: { out: { hostPath: folder.at("out") } } });
  await runTool(warm).catch(() => undefined);
  await warm.dispose();
  const before = openDescriptors();
  for (let run = 0; run < 20; run++) {
    const sandbox = await openModule(spin, { permissions, limits: { callSeconds: 1, cpuMillis: 250 }, roots: { out: { hostPath: folder.at("out") } } });
    const call = runTool(sandbox).catch((error: unknown) => error);
    if (run % 2 === 0) await call;
    await sandbox.dispose();
    await call;
  }
  await settled(before);
});
