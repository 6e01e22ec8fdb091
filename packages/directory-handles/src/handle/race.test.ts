import { readFileSync, readdirSync, statSync } from "node:fs";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { DirectoryHandle } from "./directory-handle.ts";
import { openRoot } from "./open-root.ts";
import { openDescriptors, ScratchTree } from "../testing/scratch-tree.ts";
import type { SwapperData } from "../testing/swapper.ts";

const rounds = 4000;
/** On a busy machine fewer rounds have to do. */
const longestMillis = 8000;

/** Runs `round` against a thread that keeps swapping, until both have gone round often enough; gives what the rounds found. */
async function race(tree: ScratchTree, round: () => string | undefined): Promise<ReadonlyMap<string, number>> {
  const control = new SharedArrayBuffer(8);
  const flags = new Int32Array(control);
  const workerData: SwapperData = { base: tree.base, control };
  const worker = new Worker(new URL("../testing/swapper.ts", import.meta.url), { workerData });
  await once(worker, "online");
  const found = new Map<string, number>();
  const end = performance.now() + longestMillis;
  for (let count = 0; (count < rounds || Atomics.load(flags, 1) < rounds) && performance.now() < end; count += 1) {
    const text = round() ?? "-";
    found.set(text, (found.get(text) ?? 0) + 1);
  }
  Atomics.store(flags, 0, 1);
  expect(Atomics.load(flags, 1)).toBeGreaterThan(100);
  await once(worker, "exit");
  return found;
}

function tree(): ScratchTree {
  return new ScratchTree(
    { file: "root/d/f", text: "inside" }, { file: "root/g", text: "inside" }, { dir: "root/a/b/c" }, { file: "root/same", text: "inside" },
    { file: "out/f", text: "SECRET" }, { file: "out/secret-name" }, { file: "same", text: "SECRET" }, { file: "away/same", text: "SECRET" },
  );
}

function textOf(root: DirectoryHandle, path: readonly string[]): string {
  const read = root.readFile(path, { maxBytes: 100, climb: true });
  return read.ok ? Buffer.from(read.value).toString() : read.reason;
}

// Only where walks go through held directories: opening by path and checking afterwards is no match for swaps at every moment.
test("nothing outside is read while directories and links are swapped", { timeout: 30_000 }, async () => {
  using scratch = tree();
  const before = openDescriptors();
  const root = openRoot(scratch.path("root"), { access: "read", mechanism: "proc-self-fd" });
  const found = await race(scratch, () => {
    const texts = [textOf(root, ["d", "f"]), textOf(root, ["g"]), textOf(root, ["a", "b", "c", "..", "..", "..", "same"])];
    const listed = root.list(["d"], 100);
    if (listed.ok && listed.value.entries.some((entry) => entry.name === "secret-name")) return "SECRET";
    return texts.find((text) => text === "SECRET") ?? texts.find((text) => text !== "inside") ?? "inside";
  });
  root.close();
  expect(found.get("SECRET")).toBeUndefined();
  expect(found.get("inside")).toBeGreaterThan(0);
  expect(openDescriptors()).toBe(before);
});

test("nothing outside is written, made, moved or removed while directories and links are swapped", { timeout: 30_000 }, async () => {
  using scratch = tree();
  using root = openRoot(scratch.path("root"), { access: "write" });
  const bytes = Buffer.from("evil");
  const outside = statSync(scratch.path("out"), { bigint: true });
  const found = await race(scratch, () => {
    const results = [
      root.writeFile(["d", "w"], bytes), root.writeFile(["d", "f"], Buffer.from("inside")), root.truncate(["g"], 6), root.makeDirectory(["d", "m"]),
      root.removeDirectory(["d", "m"]), root.rename(["d", "w"], root, ["d", "v"]), root.setTimes(["d", "f"], { modifiedNs: 1n }),
      root.symlink("f", ["d", "s"]), root.removeFile(["d", "s"]), root.removeFile(["d", "v"]),
    ];
    const file = root.openFile(["g"], { read: true, write: true });
    if (file.ok) {
      file.value.write(Buffer.from("inside"), 0, 6, 0);
      file.value.close();
    }
    return results.every((result) => result.ok) ? "all done" : "some refused";
  });
  expect(found.get("all done")).toBeGreaterThan(0);
  expect(readdirSync(scratch.path("out"))).toEqual(["f", "secret-name"]);
  expect(readFileSync(scratch.path("out/f"), "utf8")).toBe("SECRET");
  expect(statSync(scratch.path("out"), { bigint: true }).mtimeNs).toBe(outside.mtimeNs);
  expect(statSync(scratch.path("out/f"), { bigint: true }).nlink).toBe(1n);
});
