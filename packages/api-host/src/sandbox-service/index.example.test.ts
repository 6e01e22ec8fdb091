import { expect, test } from "vitest";
import { createSandboxService } from "../index.ts";
import { SandboxRig } from "../testing/sandbox-rig.ts";

test("the README's example of sandboxes", async () => {
  const rig = new SandboxRig();
  await rig.open();
  const { provider, store, limits } = rig;
  const service = createSandboxService({ provider, store });
  const session = await service.open("report", { limits }, { actor: { accountId: "a", conversationId: "c" } });
  await session.writeFile("/workspace/report.md", "# Draft\n");
  await session.edit("/workspace/report.md", "Draft", "Report");
  const { matches } = await session.grep("^# ", { include: "**/*.md" });
  await session.close();
  expect(matches).toEqual([{ path: "/workspace/report.md", line: 1, text: "# Report" }]);
  await rig.close();
});
