import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTree } from "./remove-tree.ts";

const ground = mkdtempSync(join(tmpdir(), "ambit-remove-"));
const outside = join(ground, "outside");
mkdirSync(join(outside, "deep"), { recursive: true });
writeFileSync(join(outside, "deep/kept"), "kept");
afterAll(() => rmSync(ground, { recursive: true, force: true }));

const kept = (): string => readFileSync(join(outside, "deep/kept"), "utf8");

function tree(name: string): string {
  const path = join(ground, name);
  mkdirSync(path);
  return path;
}

test("what is not there is removed already, and a file is removed as one", async () => {
  await removeTree(join(ground, "none"));
  writeFileSync(join(ground, "file"), "");
  await removeTree(join(ground, "file"));
  expect(existsSync(join(ground, "file"))).toBe(false);
});

test("links are removed and not followed", async () => {
  const path = tree("links");
  mkdirSync(join(path, "in"));
  for (const place of ["a", "in/b"]) symlinkSync(outside, join(path, place));
  symlinkSync("nowhere", join(path, "broken"));
  await removeTree(path);
  expect([existsSync(path), kept()]).toEqual([false, "kept"]);
});

test("a root that is a link is removed, and nothing behind it", async () => {
  symlinkSync(outside, join(ground, "root"));
  await removeTree(join(ground, "root"));
  expect([existsSync(join(ground, "root")), kept()]).toEqual([false, "kept"]);
});

test("names need not be text, and sockets and pipes are names like others", async () => {
  const path = tree("names");
  execFileSync("/bin/sh", ["-c", "printf x > \"$(printf 'bad\\377name')\"; mkdir \"$(printf '\\376\\nd')\"; printf x > \"$(printf '\\376\\nd')/-rf\"; mkfifo pipe; mkdir -- '-d'"], { cwd: path });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(path, "socket"), resolve));
  await removeTree(path);
  expect(existsSync(path)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
});

test("folders deeper than any path can name are removed", { timeout: 120_000 }, async () => {
  const path = tree("deep");
  const script = "import os\nfor level in range(5000):\n  os.mkdir('d' * 100); open('f', 'w').close(); os.chdir('d' * 100)";
  execFileSync("python3", ["-c", script], { cwd: path });
  await removeTree(path);
  expect(existsSync(path)).toBe(false);
});

test("folders that their owner closed are removed, by a plain user too", async () => {
  const path = tree("closed");
  mkdirSync(join(path, "a/b/c"), { recursive: true });
  for (const folder of ["a/b/c", "a/b", "a"]) chmodSync(join(path, folder), 0);
  if (process.getuid?.() !== 0) {
    await removeTree(path);
  } else {
    const user = 65_534;
    execFileSync("chown", ["-R", `${user}:${user}`, path]);
    chmodSync(ground, 0o777);
    const words = ["--conditions=@ambit/source", "-e", `import(${JSON.stringify(new URL("remove-tree.ts", import.meta.url).href)}).then(({ removeTree }) => removeTree(${JSON.stringify(path)}))`];
    execFileSync(process.execPath, words, { uid: user, gid: user, env: {}, cwd: "/" });
  }
  expect(existsSync(path)).toBe(false);
});

test("a folder that is swapped for a link again and again leads nowhere", async () => {
  const path = tree("swapped");
  for (let round = 0; round < 30; round++) {
    const folder = join(path, `d${round}`);
    mkdirSync(join(folder, "deep"), { recursive: true });
    for (let file = 0; file < 20; file++) writeFileSync(join(folder, "deep", `${file}`), "");
  }
  let going = true;
  const swapping = (async () => {
    for (let round = 0; going; round = (round + 1) % 30) {
      try {
        renameSync(join(path, `d${round}`), join(ground, "aside"));
        symlinkSync(outside, join(path, `d${round}`));
        rmSync(join(ground, "aside"), { recursive: true, force: true });
      } catch {
        // It was removed just now.
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await removeTree(path);
  going = false;
  await swapping;
  expect([existsSync(path), kept()]).toEqual([false, "kept"]);
});
