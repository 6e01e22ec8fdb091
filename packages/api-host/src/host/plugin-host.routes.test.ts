import { expect, test } from "vitest";
import { installed, makeHost } from "../testing/host-rig.ts";

const code = `
  import { httpError } from "@ambit/plugin-sdk";
  export const routes = {
    "forms/list": ({ query, path, body, anonymous, method }) => ({ query, path, body, anonymous, method }),
    "forms/submit": () => "thanks",
    missing() { throw httpError(404, "No such form."); },
    broken() { throw new Error("at hunter2hunter2"); },
    undeclared: () => 1,
  };
  export const tools = { run: () => 1 };`;
const routes = [{ name: "forms/list" }, { name: "forms/submit", public: true }, { name: "missing" }, { name: "broken" }, { name: "absent" }];

test("a declared route answers, and the journal names it and nothing of the request", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest: { routes }, code });
  const request = { method: "POST", path: "a/b", query: { page: "2" }, body: { name: "private" } };
  expect(await host.callRoute("notes", "forms/list", request)).toEqual({ ...request, anonymous: false });
  expect(await host.callRoute("notes", "forms/submit", {}, { anonymous: true })).toBe("thanks");
  const records = await host.journal.tail(5, { method: "route/call" });
  expect(records).toMatchObject([{ target: "forms/list", outcome: "ok" }, { target: "forms/submit", outcome: "ok" }]);
  expect(JSON.stringify(records)).not.toMatch(/private|page/);
});

test("an HTTP status that the plugin means comes out as one", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest: { routes }, code });
  await expect(host.callRoute("notes", "missing", {})).rejects.toMatchObject({ code: "REFUSED", number: -32_404, message: "No such form.", details: { httpStatus: 404 } });
  await expect(host.callRoute("notes", "broken", {})).rejects.toMatchObject({ code: "GUEST_ERROR" });
  await expect(host.callRoute("notes", "absent", {})).rejects.toMatchObject({ code: "ROUTE_UNKNOWN" });
});

test("what is not declared, not granted, or not for strangers is refused before the plugin is asked", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest: { routes }, code }, ["routes:known:missing"]);
  for (const name of ["undeclared", "toString", "forms", "forms/list/"]) await expect(host.callRoute("notes", name, {})).rejects.toMatchObject({ code: "ROUTE_UNKNOWN" });
  await expect(host.callRoute("notes", "missing", {})).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await expect(host.callRoute("notes", "forms/list", {}, { anonymous: true })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await expect(host.callRoute("notes", "forms/submit", { method: "get" })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(host.callRoute("other", "forms/list", {})).rejects.toMatchObject({ code: "PLUGIN_NOT_INSTALLED" });
  expect(await host.plugin("notes")).toMatchObject({ state: "ready" });
  expect(await host.journal.tail(5, { method: "route/call" })).toMatchObject([{ target: "missing", outcome: "refused" }, { target: "forms/list", outcome: "refused" }]);
});

test("a route that hangs ends at its limit", async () => {
  const { host } = await makeHost();
  await installed(host, { manifest: { routes: [{ name: "hang" }], limits: { callSeconds: 1 } }, code: "export const routes = { hang: () => new Promise(() => {}) };" });
  await expect(host.callRoute("notes", "hang", {})).rejects.toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
});
