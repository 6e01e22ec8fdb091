import { openRoot } from "@ambit/directory-handles";
import { expect, test } from "vitest";
import { Preview1Host } from "../host/preview1-host.ts";
import { instantiate } from "../testing/run-fixture.ts";
import { openDescriptors, ScratchFolder } from "../testing/scratch-folder.ts";

test("a host that runs out of stack in the middle of its work leaves no descriptor behind", () => {
  using folder = new ScratchFolder().file("root/f", "x").directory("root/a/b").link("root/a/b/l", "../../f");
  const before = openDescriptors();
  for (let round = 0; round < 20; round += 1) {
    using root = openRoot(folder.at("root"), { access: "read" });
    using host = new Preview1Host({ preopens: [{ guestPath: "/root", directory: root }] });
    const instance = instantiate("deep-open", host);
    host.run(() => (instance.exports["dive"] as (works: number) => void)(400 + round));
  }
  expect(openDescriptors()).toBe(before);
});
