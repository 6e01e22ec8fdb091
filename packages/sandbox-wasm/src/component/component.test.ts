import { describe, expect, test } from "vitest";
import { fixtureBytes } from "../testing/fixture-bytes.ts";
import { laidOut } from "../testing/laid-out.ts";
import { type ModuleOptions, openModule, outcomeOf, runTool } from "../testing/open-module.ts";
import { openDescriptors, ScratchFolder } from "../testing/scratch-folder.ts";

const component = (options: ModuleOptions = {}): ModuleOptions => ({ ...options, run: { abi: "component", ...options.run }, backendOptions: { components: true } });

describe("a component of wasi:cli that knows nothing of its host", () => {
  test("prints its answer", async () => {
    expect(await outcomeOf(fixtureBytes("hello", "component"), component())).toBe("hello\n");
  });

  test("finds arguments, variables, input and files as an ordinary program does, anew for each call", async () => {
    using folder = new ScratchFolder().directory("work");
    const permissions = { files: [{ root: "work", access: "write" as const }] };
    await using sandbox = await openModule(fixtureBytes("files", "component"), component({ permissions, roots: { work: { hostPath: folder.at("work") } }, run: { args: ["{name}"], env: { GREETING: "hi" } } }));
    for (const name of ["one", "two"]) {
      expect(String(await runTool(sandbox, "run", { name })).split("\n")).toEqual([
        `args: 2 ${name}`, "env: hi", "mkdir: ok", "create: ok", "append: ok", "line: first", "line: second", "line: third", "seek: ok", "stat: ok", "symlink: ok",
        "through link: ok", "list: link sub", "rename: ok", "missing: ok", "unlink: ok", "list:", // It reads so much and no more.
        'stdin: {"tool":"run","a', "",
      ]);
    }
  });

  test.each([
    [12, "create: File too large", "append: File too large"],
    [13, "create: ok", "append: File too large"],
    [19, "create: ok", "append: ok"],
  ])("makes no file of more than %i bytes where that is the limit", async (fileBytes, create, append) => {
    using folder = new ScratchFolder().directory("work");
    const permissions = { files: [{ root: "work", access: "write" as const }] };
    const lines = String(await outcomeOf(fixtureBytes("files", "component"), component({ permissions, limits: { fileBytes }, roots: { work: { hostPath: folder.at("work") } } }))).split("\n");
    expect(lines).toEqual(expect.arrayContaining([create, append]));
  });

  test("leaves no descriptor, however it ends", async () => {
    using folder = laidOut();
    const options = component({ permissions: { files: [{ root: "out", access: "write" }] }, roots: { out: { hostPath: folder.at("root") } } });
    const before = openDescriptors();
    for (const name of ["escape-read", "escape-names"]) await outcomeOf(fixtureBytes(name, "component"), options);
    expect(openDescriptors()).toBeLessThanOrEqual(before);
  });

  test("is ended by a name that is no UTF-8", async () => {
    using folder = laidOut();
    const options = component({ permissions: { files: [{ root: "out", access: "write" }] }, roots: { out: { hostPath: folder.at("root") } } });
    expect(await outcomeOf(fixtureBytes("escape-names", "malformed"), options)).toMatchObject({ code: "GUEST_TRAPPED" });
  });
});

describe("a component is refused", () => {
  test("where components are not enabled", async () => {
    expect(await outcomeOf(fixtureBytes("hello", "component"), { run: { abi: "component" } })).toMatchObject({ code: "BACKEND_UNAVAILABLE" });
    expect(await outcomeOf(fixtureBytes("hello", "component"))).toMatchObject({ code: "SAND_WASM_WASI_VERSION_UNSUPPORTED" });
  });

  test("where it is a module, or is broken", async () => {
    expect(await outcomeOf(fixtureBytes("hello"), component())).toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
    const broken = fixtureBytes("hello", "component").slice(0, 9000);
    expect(await outcomeOf(broken, component())).toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
  });
});

test("a component's memory grows to its limit", async () => {
  const pieces = Number(await outcomeOf(fixtureBytes("greedy", "component"), component({ limits: { memoryMb: 24 } })));
  expect(pieces).toBeGreaterThan(15);
  expect(pieces).toBeLessThan(24);
});

test.each([
  ["sleep", "callSeconds"],
  ["nap", "callSeconds"],
  ["flood", "scriptOutputBytes"],
  ["complain", "callSeconds"],
])("a component that would %s for ever ends at %s", async (way, limit) => {
  const outcome = await outcomeOf(fixtureBytes("endless", "component"), component({ limits: { callSeconds: 1, cpuMillis: 10_000 }, run: { args: [way] } }));
  expect(outcome).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit } });
});
