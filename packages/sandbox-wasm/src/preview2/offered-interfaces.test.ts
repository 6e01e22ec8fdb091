import { WASIShim } from "@bytecodealliance/preview2-shim/instantiation";
import type { GuestPort } from "@ambit/api-types/guest";
import { expect, test } from "vitest";
import { offeredNames } from "../component/component-imports.ts";
import { HostState } from "../preview1/host/host-state.ts";
import { InputBytes } from "../preview1/stream/input-bytes.ts";
import { OutputBytes } from "../preview1/stream/output-bytes.ts";
import { offeredInterfaces, type ShimFrame } from "./offered-interfaces.ts";
import { OpenHandles } from "./open-handles.ts";

const port: GuestPort = { send: () => undefined, ask: () => "", fail: () => undefined, stopped: () => false };

function offered(): Readonly<Record<string, unknown>> {
  const streams = { stdin: new InputBytes(), stdout: new OutputBytes(10), stderr: new OutputBytes(10) };
  return offeredInterfaces({ WASIShim } as unknown as ShimFrame, { state: new HostState([], []), port, args: ["p"], env: {}, ...streams, preopens: [], handles: new OpenHandles(), memoryBytes: 1000 });
}

test("none of the frame's own interfaces is left in it", () => {
  const own = new WASIShim().getImportObject() as Readonly<Record<string, unknown>>;
  const ours = offered();
  expect(Object.keys(own).length).toBeGreaterThan(25);
  for (const [name, theirs] of Object.entries(own)) {
    expect(ours[name], name).toBeDefined();
    // On some platforms the frame itself has nothing for a name.
    if (theirs === undefined) continue;
    expect(ours[name], name).not.toBe(theirs);
    for (const [part, value] of Object.entries(theirs as object)) if (typeof value === "function") expect((ours[name] as Record<string, unknown>)[part], `${name}.${part}`).not.toBe(value);
  }
});

test("what is offered by name is there", () => {
  const ours = offered();
  for (const name of offeredNames()) expect(ours[name], name).toBeDefined();
});

test("nothing of this process shows: no variables, arguments, folder, streams", () => {
  const cli = offered()["wasi:cli/environment"] as { getEnvironment(): unknown; getArguments(): unknown; initialCwd(): unknown };
  expect([cli.getEnvironment(), cli.getArguments(), cli.initialCwd()]).toEqual([[], ["p"], undefined]);
});
