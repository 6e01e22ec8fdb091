import { expect, test } from "vitest";
import { callTable, findCall } from "./call-table.ts";
import { capabilityLabel } from "./capability-label.ts";

test("a call is counted under what a person would have granted for it", () => {
  expect(capabilityLabel(findCall("net/fetch"))).toBe("fetch");
  expect(capabilityLabel(findCall("fs/write"))).toBe("files:write");
  expect(capabilityLabel(findCall("kv/get"))).toBe("basic");
  expect(capabilityLabel(findCall("toString"))).toBe("unknown");
  expect(capabilityLabel({ ...callTable.log, needs: { kind: "capability", id: "cms:publish" } })).toBe("cms:publish");
});
