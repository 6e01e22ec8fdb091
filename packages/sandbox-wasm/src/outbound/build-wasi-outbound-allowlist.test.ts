import { expect, test } from "vitest";
import { samplePolicy } from "../testing/sample-policy.ts";
import { buildWasiOutboundAllowlist, type OutboundDestination } from "./build-wasi-outbound-allowlist.ts";

const names = ["api.example.dev", "api.example.dev:8443", "*.cdn.example.net", "tcp:db.example.dev:5432"];
const outbound = buildWasiOutboundAllowlist(samplePolicy({ network: names.map((name) => ({ name })) }));
const https = (host: string, port = 443): OutboundDestination => ({ protocol: "https", host, port });

test.each([https("api.example.dev"), https("api.example.dev", 8443), https("a.cdn.example.net"), https("a.b.cdn.example.net")])("allowed: $protocol $host $port", (destination) => {
  expect(() => outbound.check(destination)).not.toThrow();
  expect(outbound.judge(destination)).toMatchObject({ allowed: true });
});

test.each<OutboundDestination>([
  https("api.example.dev", 8444),
  https("example.dev"),
  https("x.api.example.dev"),
  https("cdn.example.net"),
  https("127.0.0.1"),
  https("::1"),
  https("localhost"),
  https("169.254.169.254"),
  https("api.example.dev@evil.example"),
  https("api.example.dev/../evil"),
  https(""),
  https("api.example.dev", 0),
  { protocol: "http", host: "api.example.dev", port: 80 },
  { protocol: "http", host: "api.example.dev", port: 443 },
  { protocol: "tcp", host: "db.example.dev", port: 5433 },
  { protocol: "tcp", host: "api.example.dev", port: 443 },
  { protocol: "tcp", host: "10.0.0.1", port: 5432 },
])("denied: $protocol $host $port", (destination) => {
  expect(() => outbound.check(destination)).toThrow(expect.objectContaining({ code: "SAND_WASM_OUTBOUND_DENIED" }));
});

test("a policy without a network allows nothing", () => {
  expect(() => buildWasiOutboundAllowlist(samplePolicy()).check(https("api.example.dev"))).toThrow(expect.objectContaining({ code: "SAND_WASM_OUTBOUND_DENIED" }));
});
