import { openRoot } from "@ambit/directory-handles";
import { expect, test } from "vitest";
import { Preview1Host } from "../host/preview1-host.ts";
import { instantiate } from "../../testing/run-fixture.ts";
import { openDescriptors, ScratchFolder } from "../../testing/scratch-folder.ts";

const overflow = "stack full before the guest began";

/** Runs `work` with `depth` frames below it. */
function below<T>(depth: number, work: () => T): T {
  return depth === 0 ? work() : below(depth - 1, work);
}

/** Lets the fixture open, look up and list with its stack filled to `depth` frames of the host and `guestDepth` of its own. */
function runAt(folder: ScratchFolder, depth: number, guestDepth: number): string {
  using root = openRoot(folder.at("root"), { access: "read" });
  using host = new Preview1Host({ preopens: [{ guestPath: "/root", directory: root }] });
  const dive = instantiate("deep-open", host).exports["dive"] as (depth: number) => number;
  try {
    return below(depth, () => host.run(() => dive(guestDepth))).kind;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    // The stack was too full even to tell; with room again the host says whether it was the guest's work that met the end.
    const outcome = host.run(() => undefined);
    return outcome.kind === "error" ? outcome.error.code : overflow;
  }
}

/** About the deepest stack at which a guest can still be started. */
function deepest(folder: ScratchFolder): number {
  let [low, high] = [100, 200_000];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (runAt(folder, middle, 0) === overflow) high = middle;
    else low = middle;
  }
  return low;
}

test("a host that runs out of stack in the middle of its work ends the guest and leaves no descriptor behind", { timeout: 30_000 }, () => {
  using folder = new ScratchFolder().file("root/f", "x").directory("root/a/b").link("root/a/b/l", "../../f");
  const before = openDescriptors();
  const seen = new Map<string, number>();
  // The engine makes frames smaller while it warms up, so the end of the stack moves away: look for it again until the guest met it.
  for (let tries = 0; tries < 10 && !seen.has("GUEST_STACK_OVERFLOW"); tries++) {
    seen.delete(overflow);
    for (let depth = deepest(folder) - 50; (seen.get(overflow) ?? 0) < 40; depth += 1) {
      const end = runAt(folder, depth, depth % 5);
      seen.set(end, (seen.get(end) ?? 0) + 1);
    }
  }
  expect(seen.get("GUEST_STACK_OVERFLOW")).toBeGreaterThan(0);
  expect(seen.get("returned")).toBeGreaterThan(0);
  expect(openDescriptors()).toBe(before);
});
