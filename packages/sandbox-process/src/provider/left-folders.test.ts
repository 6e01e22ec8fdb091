import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clearLeftFolders, makeProviderFolder } from "../testing/provider-folder.ts";

const owner = `
  const { LocalRig } = await import(process.argv[1]);
  const rig = await new LocalRig().open();
  await rig.exec(await rig.instance(), "echo there > there");
  console.log(rig.folder);
  setInterval(() => {}, 1000);
`;

test("what a test leaves that was killed is unmounted and deleted by the next one, and nothing that has an owner", { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ["--conditions=@ambit/source", "--input-type=module", "-e", owner, join(import.meta.dirname, "../testing/local-rig.ts")], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const left = said.toString().trim();
  const own = makeProviderFolder();
  mkdirSync(join(own, "mine"));
  await clearLeftFolders();
  expect([existsSync(join(left, "instances")), existsSync(join(own, "mine"))]).toEqual([true, true]);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await clearLeftFolders(tmpdir());
  expect([existsSync(left), existsSync(join(own, "mine")), readFileSync("/proc/self/mountinfo", "utf8").includes(left)]).toEqual([false, true, false]);
  rmSync(own, { recursive: true });
});
