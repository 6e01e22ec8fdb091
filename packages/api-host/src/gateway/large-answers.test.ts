import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defaultCeilings } from "@ambit/api-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GatewayRig } from "../testing/gateway-rig.ts";

/** Sends as many bytes of a kind as its path says. */
const server = createServer((request, answer) => {
  const [, kind, bytes] = (request.url ?? "").split("/");
  answer.end(Buffer.alloc(Number(bytes), kind === "text" ? 0x78 : 0xff));
});

beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => server.close());

const { fetchBytes } = defaultCeilings;

test.for([
  ["text", fetchBytes - 2048, "whole"],
  ["text", fetchBytes, "MESSAGE_TOO_LARGE"],
  ["text", fetchBytes + 1, "LIMIT_EXCEEDED"],
  ["base64", 6 * 1024 * 1024 - 2048, "whole"],
  ["base64", 6 * 1024 * 1024, "MESSAGE_TOO_LARGE"],
  ["base64", fetchBytes + 1, "LIMIT_EXCEEDED"],
] as const)("at the ceiling of fetchBytes, a body of %s and %i bytes is %s", async ([kind, bytes, end]) => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rig = new GatewayRig({ manifest: { permissions: { network: [{ name: "{account}" }] }, limits: { fetchBytes } }, accounts: [origin] });
  const result = await rig.call("net/fetch", { url: `${origin}/${kind}/${bytes}` });
  if (end !== "whole") return expect(result).toBe(end);
  const { body } = result as { readonly body: string };
  expect(kind === "text" ? body.length : Buffer.from(body, "base64").length).toBe(bytes);
});
