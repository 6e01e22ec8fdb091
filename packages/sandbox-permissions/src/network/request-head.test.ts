import type { HeaderPair } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { judgeRequestHead } from "./request-head.ts";

const outcome = (method: string | undefined, ...headers: readonly HeaderPair[]): string => judgeRequestHead("api.example.dev", method, headers)?.code ?? "allowed";

describe("methods", () => {
  it.each(["GET", "POST", "delete", "PROPFIND", undefined])("takes %s", (method) => expect(outcome(method)).toBe("allowed"));
  it.each(["CONNECT", "connect", "TRACE", "TRACK", "FOO"])("refuses %s", (method) => expect(outcome(method)).toBe("PERMISSION_DENIED"));
  it.each(["G ET", "GET\r\n", "", "GÉT", "ſearch", "OPTıONS"])("calls %j malformed", (method) => expect(outcome(method)).toBe("INVALID_PARAMS"));
});

describe("headers", () => {
  it.each(["Host", "hOsT", ":authority", "Connection", "Keep-Alive", "Content-Length", "Content_Length", "Transfer-Encoding", "TE", "Trailer", "Upgrade", "Expect", "Proxy-Authorization", "Proxy-Connection", "proxy_x", "HTTP2-Settings", "Sec-WebSocket-Key"])(
    "refuses %s",
    (name) => expect(outcome("GET", [name, "x"])).toBe("PERMISSION_DENIED"),
  );
  it.each([["Authorization", "Bearer x"], ["Cookie", "a=b"], ["X-Api-Key", "k"], ["Accept", "*/*"], ["User-Agent", "p/1"], ["X-Empty", ""], ["X-Tab", "a\tb"], ["X-Latin", "é"], ["Hostname", "x"], ["Origin", "https://a.dev"]])(
    "takes %s: %s",
    (name, value) => expect(outcome("GET", [name, value])).toBe("allowed"),
  );
  it.each([["X-A\r\nHost", "x"], ["", "x"], ["X A", "x"], ["X-A:", "x"], ["X-É", "x"], ["X-A", "a\r\nb"], ["X-A", "a\0b"], ["X-A", "\u0100"], ["X-A", "a\u007fb"]])("calls %j: %j malformed", (name, value) => {
    expect(outcome("GET", [name, value])).toBe("INVALID_PARAMS");
  });
  it("counts 64 KiB together", () => {
    expect(outcome("GET", ["a", "x".repeat(65_535)])).toBe("allowed");
    expect(outcome("GET", ["a", "x".repeat(65_536)])).toBe("INVALID_PARAMS");
  });
});
