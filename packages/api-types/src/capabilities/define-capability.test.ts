import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { AmbitError } from "../errors/ambit-error.ts";
import { capabilityCallDefinition, defineCapabilityCall } from "./capability-call.ts";
import type { Capability } from "./capability.ts";
import { defineCapability } from "./define-capability.ts";

const get = defineCapabilityCall({
  method: "content/get",
  summary: "Reads one article.",
  params: z.strictObject({ id: z.string() }),
  result: z.object({ title: z.string() }),
  writes: false,
  example: { id: "a" },
  limits: { resultBytes: 1024, atOnce: 2 },
  run: ({ id }, { plugin }) => ({ title: `${id} for ${plugin.id}` }),
});
const sample: Capability = { id: "content:read", label: "Reads your articles", calls: [get] };

function problemOf(capability: unknown): string {
  try {
    defineCapability(capability as Capability);
  } catch (error) {
    if (AmbitError.isInstance(error) && error.code === "HOST_CONFIG_INVALID") return error.message;
    throw error;
  }
  return "nothing";
}

test("a capability is given back frozen, its handlers' types from its schemas", () => {
  const capability = defineCapability(sample);
  expect(capability).toEqual(sample);
  expect(Object.isFrozen(capability) && Object.isFrozen(capability.calls) && Object.isFrozen(get)).toBe(true);
  expectTypeOf<Parameters<typeof get.run>[0]>().toEqualTypeOf<{ id: string }>();
});

test("its calls have the parts of an entry of the table, judged by the capability's id", () => {
  expect(capabilityCallDefinition(sample, get)).toMatchObject({
    method: "content/get", needs: { kind: "capability", id: "content:read" }, target: "capability", limits: ["callSeconds", "message", "pendingCalls"], writes: false,
  });
  expect(capabilityCallDefinition({ ...sample, basic: true }, get)).toMatchObject({ needs: { kind: "basic" }, target: "none" });
});

test.each([
  ["an id that is no name", { id: "content read" }, /"content read".*`id`/],
  ["an id that every object has", { id: "constructor" }, /`id` \("constructor"\)/],
  ["a built-in call", { calls: [{ ...get, method: "fs/read" }] }, /`calls\.0\.method` \("fs\/read"\) is in a namespace/],
  ["a namespace of the ctx", { calls: [{ ...get, method: "plugin/get" }] }, /"plugin\/get"/],
  ["a call without a namespace", { calls: [{ ...get, method: "get" }] }, /namespace and a name/],
  ["a call that every object has", { calls: [{ ...get, method: "content/valueOf" }] }, /"content\/valueOf"/],
  ["a label with hidden characters", { label: "Reads \u202eyour" }, /`label`/],
  ["a label without English", { label: { de: "Liest" } }, /`label`/],
  ["no schema", { calls: [{ ...get, params: {} }] }, /`calls\.0\.params` must be a zod schema/],
  ["no handler", { calls: [{ ...get, run: undefined }] }, /`calls\.0\.run` must be a function/],
  ["a limit of zero", { calls: [{ ...get, limits: { atOnce: 0 } }] }, /atOnce/],
  ["an unknown error", { calls: [{ ...get, errors: ["NO_SUCH"] }] }, /`calls\.0\.errors\.0` \("NO_SUCH"\) must be a code/],
  ["an example that is not valid", { calls: [{ ...get, example: { id: 1 } }] }, /example of `content\/get`/],
  ["an unknown field", { colour: "red" }, /colour/],
])("%s is refused, by name", (_what, fields, problem) => expect(problemOf({ ...sample, ...fields })).toMatch(problem));
