import { LOG_MESSAGE_BYTES } from "@ambit/api-types";
import { expect, test } from "vitest";
import { GatewayRig } from "../testing/gateway-rig.ts";
import { SecretBook } from "./secret-book.ts";

const token = `Q7x${"K2".repeat(29)}`;

async function rigWith(value: string): Promise<GatewayRig> {
  const rig = new GatewayRig({ manifest: { permissions: { secrets: [{ name: "token" }] } } });
  await rig.store.secrets.set({ pluginId: "notes" }, "token", value);
  await rig.call("secrets/get", { name: "token" });
  return rig;
}

test.for([
  ["a host that is shortened in the middle of it", `https://${"a".repeat(20)}.${token}.${"b".repeat(60)}.evil.example/`],
  ["a host much longer than hosts are", `https://${`${token}.`.repeat(80)}evil.example/`],
  ["the scheme's part of no URL at all", `x://${token}.evil.example`],
] as const)("a secret leaves no part of itself in the journal by %s", async ([, url]) => {
  const rig = await rigWith(token);
  expect(await rig.call("net/fetch", { url })).toBe("PERMISSION_DENIED");
  expect(JSON.stringify(await rig.records())).not.toMatch(/k2k2/i);
});

test("nor by the name of what is no root", async () => {
  const rig = await rigWith(token);
  for (const root of [`x${"y".repeat(70)}${token}${"z".repeat(70)}`, token.repeat(100)]) await rig.call("fs/read", { root, path: "a" });
  expect(JSON.stringify(await rig.records())).not.toMatch(/k2k2/i);
});

test("a secret of any length is masked, and the journal goes on", async () => {
  const key = Array.from({ length: 20_000 }, (_, at) => (at * 7919).toString(36)).join("");
  const rig = await rigWith(key);
  expect(await rig.call("kv/set", { key: "a", value: 1 })).toEqual({});
  expect((await rig.records()).map(({ method, outcome }) => [method, outcome])).toEqual([["secrets/get", "ok"], ["kv/set", "ok"]]);
  expect(rig.errors).toEqual([]);
  expect(rig.secrets.mask("notes", `it is ${key}!`)).toBe("it is [secret]!");
});

test("only so much of a text is looked at as can be shown, and no secret in that is cut", () => {
  const book = new SecretBook();
  book.learn("notes", token);
  const percent = [...token].map((letter) => `%2525${letter.charCodeAt(0).toString(16)}`).join("");
  const shown = book.maskStart("notes", `${"x".repeat(LOG_MESSAGE_BYTES - 4)} ${percent}${"y".repeat(100_000)}`, LOG_MESSAGE_BYTES);
  expect(shown.slice(0, LOG_MESSAGE_BYTES)).toBe(`${"x".repeat(LOG_MESSAGE_BYTES - 4)} [secret]`.slice(0, LOG_MESSAGE_BYTES));
  expect(shown.length).toBeLessThan(3 * LOG_MESSAGE_BYTES);
});
