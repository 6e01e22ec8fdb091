import { closeSync, openSync } from "node:fs";
import { AmbitError, type Preopen, type SandboxBackend } from "@ambit/api-types";
import { conformanceCases, fixturePlugin } from "@ambit/conformance-suite";
import { altered, alteredBackend, type BrokenBackend, brokenBackends, breakSandbox, breakSpec, runCase } from "@ambit/conformance-suite/broken";
import { afterAll, expect, test } from "vitest";
import { wasmBackend } from "../../backend/wasm-backend.ts";
import { wasiCases } from "./run-wasm-conformance.ts";

const leaked: number[] = [];
const made: SandboxBackend[] = [];
afterAll(async () => {
  for (const fd of leaked) closeSync(fd);
  await Promise.all(made.map((backend) => backend.close()));
});

const withPreopens = (change: (preopen: Preopen) => Preopen): BrokenBackend["wrap"] => breakSpec((spec) => ({ ...spec, preopens: spec.preopens.map(change) }));

/** Runs the fixture in place of a module that was refused. */
const runningAnyway: BrokenBackend["wrap"] = (backend) => {
  const { run, folder } = fixturePlugin("wasm:preview1");
  const instead = (error: unknown): boolean => AmbitError.isInstance(error) && error.code.startsWith("SAND_WASM_");
  return alteredBackend(backend, {
    create: (spec) => backend.create(spec).catch((error: unknown) => (instead(error) ? backend.create({ ...spec, run, bundleDir: folder, bundleDigest: "another", preopens: [] }) : Promise.reject(error))),
  });
};

const broken: readonly BrokenBackend[] = [
  ...brokenBackends.filter(({ group }) => group === "preopens"),
  { group: "preopens", fault: "opens read-only folders for writing", caughtBy: "a read-only preopen refuses every function that could write, and lets those look that only look", wrap: withPreopens((preopen) => ({ ...preopen, access: "write" })) },
  { group: "preopens", fault: "opens writable folders for reading alone", caughtBy: "a writable preopen lets every function write that was opened for it, and no other", wrap: withPreopens((preopen) => ({ ...preopen, access: "read" })) },
  { group: "preopens", fault: "opens the root for a folder below it", caughtBy: "a grant for a folder below a root reaches no further", wrap: withPreopens((preopen) => ({ ...preopen, path: [], guestPath: preopen.guestPath })) },
  { group: "preopens", fault: "forgets the fences", caughtBy: "fenced names are closed, in whatever case they are written", wrap: withPreopens((preopen) => ({ ...preopen, fenced: [] })) },
  { group: "preopens", fault: "names folders in its own way", caughtBy: "the guest sees the granted roots by their names, and is refused writing unless the grant says so", wrap: withPreopens((preopen) => ({ ...preopen, guestPath: "/mnt" })) },
  { group: "preopens", fault: "starts without a folder that cannot be opened", caughtBy: "a folder that is not there, is no folder, or leads out, is SAND_WASM_PREOPEN_DENIED, and its place is not told", wrap: runningAnyway },
  { group: "refusals", fault: "runs a module that imports the unknown", caughtBy: "an import of the C library's host is SAND_WASM_IMPORT_UNKNOWN", wrap: runningAnyway },
  { group: "refusals", fault: "runs a module whose memory has no bound", caughtBy: "a memory that begins above its limit is SAND_WASM_MEMORY_REFUSED", wrap: runningAnyway },
  {
    group: "lifecycle",
    fault: "leaves a handle open for each instance",
    caughtBy: "every handle is closed when its instance has ended, whatever ended it",
    wrap: breakSandbox((sandbox) => {
      leaked.push(openSync("/dev/null", "r"));
      return altered(sandbox, {});
    }),
  },
];

for (const { group, fault, caughtBy, wrap } of broken) {
  test(`${group}: a backend that ${fault} is caught: ${caughtBy}`, { timeout: 30_000 }, async () => {
    const found = [...conformanceCases, ...wasiCases].find((one) => one.group === group && one.name === caughtBy);
    if (found === undefined) throw new Error(`No case of the group ${group} is named: ${caughtBy}`);
    const end = await runCase(found, "wasm:preview1", () => {
      const backend = wasmBackend();
      made.push(backend);
      return wrap(backend);
    });
    if (end.passed) return expect.fail("the case passed on the broken backend");
    for (const mistake of [TypeError, SyntaxError, ReferenceError]) expect(end.error).not.toBeInstanceOf(mistake);
  });
}
