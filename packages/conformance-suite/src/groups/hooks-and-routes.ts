import assert from "node:assert/strict";
import type { JsonObject, JsonValue } from "@ambit/api-types";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";
import { expectError, expectLimit } from "../sandbox/expect-error.ts";
import type { Running } from "../sandbox/stage.ts";

const permissions = { storage: { notes: {} } };

/** A module in command form is started for one tool and takes nothing else. */
const takesMessages = ({ fixture }: Pick<Subject, "fixture">): boolean => fixture.form !== "wasm:preview1:command";

/** Asks the fixture's hook; it answers what it is told to. */
function hook({ sandbox }: Running, payload: JsonValue, name = "content:check", mode: "policy" | "observe" = "policy"): Promise<JsonValue> {
  return sandbox.call("hook/run", { hook: name, mode, payload });
}

/** Hands a request to one of the fixture's routes. */
function route({ sandbox }: Running, name: string, request: JsonObject = {}): Promise<JsonValue> {
  return sandbox.call("route/call", { route: name, anonymous: false, method: "GET", path: "", query: {}, headers: {}, body: null, ...request });
}

/** What a host asks of a plugin beside its tools: hooks and routes. */
export const hookAndRouteCases: readonly ConformanceCase[] = casesOf("hooks and routes", [
  {
    name: "a hook answers nothing, a denial or a value, as the guest gave it",
    about: takesMessages,
    async run({ start }) {
      const running = await start();
      for (const reply of [null, { deny: "No: línea \"1\"." }, { value: { deep: ["é", null, 1.5] } }]) {
        assert.deepEqual(await hook(running, { reply }), reply);
        assert.deepEqual(await hook(running, { reply }, "content:check", "observe"), reply);
      }
    },
  },
  {
    name: "a hook that fails ends in its error, and the instance lives",
    about: takesMessages,
    async run({ start }) {
      const running = await start();
      const error = await expectError(hook(running, { fail: "out of paper" }), "GUEST_ERROR");
      assert.match(error.message, /out of paper/);
      for (const name of ["no:such", "constructor", "__proto__"]) await expectError(hook(running, { reply: null }, name), "METHOD_NOT_FOUND");
      assert.equal(await running.tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "a hook calls its host, and is judged there like a tool",
    about: takesMessages,
    async run({ start }) {
      const running = await start({ permissions });
      const put = { method: "storage/put", params: { collection: "notes", id: "a", data: { n: 1 } } };
      assert.deepEqual(await hook(running, { ask: put }), { value: { ok: true, result: {} } });
      const refused = (await hook(running, { ask: { method: "secrets/get", params: { name: "token" } } })) as { readonly value: JsonObject };
      assert.deepEqual([refused.value["ok"], refused.value["code"]], [false, "PERMISSION_DENIED"]);
      assert.deepEqual(running.host.calls.map(({ method }) => method), ["storage/put", "secrets/get"]);
    },
  },
  {
    name: "a hook that loops is ended by the limits of its instance",
    about: ({ supports, fixture }) => takesMessages({ fixture }) && supports.limits.includes("callSeconds"),
    async run({ start }) {
      const running = await start({ limits: { callSeconds: 1, cpuMillis: 10_000 } });
      await expectLimit(hook(running, { loop: true }), "callSeconds");
      assert.equal((await running.sandbox.exited).kind, "killed");
    },
  },
  {
    name: "a route gets the request whole, and its answer is the body",
    about: takesMessages,
    async run({ start }) {
      const running = await start();
      const request = { anonymous: true, method: "POST", path: "a/b", query: { q: "línea 日本語" }, headers: { accept: "text/plain" }, body: { deep: [null, { a: 1.5 }] } };
      assert.deepEqual(await route(running, "echo", request), request);
    },
  },
  {
    name: "an HTTP status that a route ends in reaches the host, and a route that is not there is ROUTE_UNKNOWN",
    about: takesMessages,
    async run({ start }) {
      const running = await start();
      const error = await expectError(route(running, "missing"), "REFUSED");
      assert.deepEqual([error.details.httpStatus, error.number], [404, -32_404]);
      for (const name of ["nowhere", "constructor"]) await expectError(route(running, name), "ROUTE_UNKNOWN");
      assert.equal(await running.tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "a form that only runs tools refuses hooks and routes as METHOD_NOT_FOUND",
    about: ({ fixture }) => !takesMessages({ fixture }),
    async run({ start }) {
      const running = await start();
      await expectError(hook(running, { reply: null }), "METHOD_NOT_FOUND");
      await expectError(route(running, "echo"), "METHOD_NOT_FOUND");
      assert.equal(await running.tool("echo", { value: 1 }), 1);
    },
  },
]);
