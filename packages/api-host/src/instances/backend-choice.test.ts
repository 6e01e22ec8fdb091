import type { Availability, BackendSupport, SandboxBackend } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { expect, test } from "vitest";
import { preferBackend } from "../config/prefer-backend.ts";
import { BackendChoice } from "./backend-choice.ts";

const real = jsBackend();

/** The real backend, said to be otherwise; it is only asked what it can do. */
function said(name: string, supports: Partial<BackendSupport>, availability: Availability = { available: true }): SandboxBackend {
  return { specificationVersion: 1, name, supports: { ...real.supports, ...supports }, isAvailable: async () => availability, create: (spec) => real.create(spec), close: () => real.close() };
}

const absent: Availability = { available: false, reason: "bwrap is missing.", remedy: "Install bubblewrap." };

test("the first that can and is there is taken", async () => {
  const choice = new BackendChoice([said("wasm", { runs: ["wasm:preview1"] }), said("fast", {}, absent), said("slow", {}), said("other", {})]);
  expect((await choice.choose({ js: "run.js" })).name).toBe("slow");
  expect((await choice.choose({ wasm: "run.wasm", abi: "preview1" })).name).toBe("wasm");
});

test.for([
  ["none", [], { js: "run.js" } as const, "BACKEND_UNAVAILABLE", /none at all/],
  ["no form", [said("wasm", { runs: ["wasm:preview1"] })], { js: "run.js" } as const, "BACKEND_UNAVAILABLE", /`js`.*`wasm` \(wasm:preview1\)/],
  ["not there", [said("fast", {}, absent)], { js: "run.js" } as const, "BACKEND_UNAVAILABLE", /fast: bwrap is missing\. Install bubblewrap\./],
  ["no limit", [said("weak", { limits: ["callSeconds", "memoryMb"] })], { js: "run.js" } as const, "LIMIT_UNSUPPORTED", /`weak`.*`cpuMillis`/],
  ["no run", [said("js", {})], undefined, "BACKEND_UNAVAILABLE", /no `run`/],
] as const)("with %s the reason is said", async ([, backends, run, code, message]) => {
  await expect(new BackendChoice(backends).choose(run)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
});

test("a kind can be preferred", () => {
  const backends = [said("a", { runs: ["js"] }), said("b", { runs: ["wasm:preview1"] }), said("c", { runs: ["js"] })];
  expect(preferBackend(backends, "wasm").map(({ name }) => name)).toEqual(["b", "a", "c"]);
  expect(preferBackend(backends, "js").map(({ name }) => name)).toEqual(["a", "c", "b"]);
});

test("a plugin that is to be in a process gets one, and a thread never stands in for it", async () => {
  const [thread, inProcess] = [said("js", {}), said("js-process", { isolation: "process" })];
  const choose = async (choice: BackendChoice, id: string): Promise<string> => (await choice.choose({ js: "run.js" }, id)).name;
  const choice = new BackendChoice([thread, inProcess], { isolations: { apart: "process" } });
  expect([await choose(choice, "apart"), await choose(choice, "other"), await choose(choice, "constructor")]).toEqual(["js-process", "js", "js"]);
  const strict = new BackendChoice([thread, inProcess], { isolation: "process", isolations: { trusted: "thread" } });
  expect([await choose(strict, "any"), await choose(strict, "trusted")]).toEqual(["js-process", "js"]);
  expect(await choose(new BackendChoice([inProcess], {}), "any")).toBe("js-process");
  const missing = new BackendChoice([thread, said("js-process", { isolation: "process" }, absent)], { isolation: "process" });
  await expect(choose(missing, "any")).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE", message: expect.stringContaining("Install bubblewrap.") });
  await expect(choose(new BackendChoice([thread], { isolation: "process" }), "any")).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE", message: expect.stringContaining("process of its own") });
});

test("the engine that the operator wants is taken, for a plugin that one is said for another, and none stands in for it", async () => {
  const [portable, fast] = [said("js", {}), said("v8", { engine: "fast" })];
  const choose = async (choice: BackendChoice, id: string): Promise<string> => (await choice.choose({ js: "run.js" }, id)).name;
  const choice = new BackendChoice([portable, fast], { engine: "portable", engines: { quick: "fast" } });
  expect([await choose(choice, "quick"), await choose(choice, "other"), await choose(choice, "constructor")]).toEqual(["v8", "js", "js"]);
  expect(await choose(new BackendChoice([fast, portable]), "any")).toBe("v8");
  const missing = new BackendChoice([portable, said("v8", { engine: "fast" }, absent)], { engine: "fast" });
  await expect(choose(missing, "any")).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE", message: expect.stringContaining("Install bubblewrap.") });
  await expect(choose(new BackendChoice([portable], { engine: "fast" }), "any")).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE", message: expect.stringContaining("`fast` engine") });
});
