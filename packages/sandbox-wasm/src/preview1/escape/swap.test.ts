import { once } from "node:events";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { openRoot } from "@ambit/directory-handles";
import { expect, test } from "vitest";
import { runFixture } from "../../testing/run-fixture.ts";
import { openDescriptors, ScratchFolder } from "../../testing/scratch-folder.ts";
import type { SwapperData } from "../../testing/swapper.ts";

test("a module reads and writes nothing outside while its directories are swapped for links", { timeout: 30_000 }, async () => {
  using folder = new ScratchFolder().file("root/d/f", "inside").file("root/g", "inside").file("out/f", "SECRET");
  const outside = statSync(folder.at("out"), { bigint: true });
  const workerData: SwapperData = { base: folder.path, rounds: 3000, millis: 8000 };
  const swapper = new Worker(new URL("../../testing/swapper.ts", import.meta.url), { workerData });
  const exited = once(swapper, "exit");
  await once(swapper, "online");
  const before = openDescriptors();
  {
    using root = openRoot(folder.at("root"), { access: "write" });
    const { outcome, stdout } = runFixture("swap", { preopens: [{ guestPath: "/root", directory: root }] });
    expect(stdout).toMatch(/^rounds \d{2,}, inside \d{2,}, leaks 0\n$/);
    expect(outcome).toMatchObject({ kind: "returned" });
  }
  await exited;
  expect(openDescriptors()).toBeLessThanOrEqual(before);
  expect(readdirSync(folder.at("out"))).toEqual(["f"]);
  expect(readFileSync(folder.at("out/f"), "utf8")).toBe("SECRET");
  expect(statSync(folder.at("out"), { bigint: true }).mtimeNs).toBe(outside.mtimeNs);
});
