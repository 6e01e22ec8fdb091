import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { gzipOfZeroes } from "../testing/gzip-of-zeroes.ts";
import { rssGrowth } from "../testing/rss-growth.ts";
import { TestServer } from "../testing/test-server.ts";

const mebibyte = 1024 * 1024;

async function serving(encoding: string, body: Uint8Array): Promise<TestServer> {
  return TestServer.http((_request, response) => response.writeHead(200, { ...(encoding !== "" && { "content-encoding": encoding }) }).end(body));
}

async function fetchFrom(server: TestServer, fetchBytes = mebibyte): Promise<{ body: string; encoding: string }> {
  await using rig = new ProxyRig({ limits: { fetchBytes } });
  return await rig.call("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) });
}

async function failureFrom(server: TestServer, fetchBytes = mebibyte): Promise<unknown> {
  await using rig = new ProxyRig({ limits: { fetchBytes } });
  const error = await rig.failure("net/fetch", { url: server.origin }, { grant: netGrant(server.origin) });
  return { code: error.code, message: error.message, limit: error.details.limit };
}

const text = Buffer.from("what the server says, ".repeat(1000));

describe("codings are undone", () => {
  test.each<[string, Uint8Array]>([
    ["", text],
    ["identity", text],
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["GZIP", gzipSync(text)],
    ["gzip", Buffer.concat([gzipSync(text.subarray(0, 5000)), gzipSync(text.subarray(5000))])],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["zstd", Buffer.concat([zstdCompressSync(text.subarray(0, 5000)), zstdCompressSync(text.subarray(5000))])],
    ["deflate, gzip", gzipSync(deflateSync(text))],
    ["identity, br", brotliCompressSync(text)],
  ])("%s", async (encoding, body) => {
    await using server = await serving(encoding, body);
    expect((await fetchFrom(server)).body).toBe(text.toString());
  });

  test.each<[string, string, Uint8Array, string]>([
    ["an unknown coding is named", "compress", text, 'The answer\'s body has an encoding that is not supported: "compress".'],
    ["a malformed name is not repeated", "a/127.0.0.1;b", text, "The answer's body has an encoding that is not supported: its name is malformed."],
    ["more than two codings", "gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(text))), "The answer's body is encoded more than 2 times."],
    ["a hundred codings", Array.from({ length: 100 }, () => "gzip").join(","), text, "The answer's body is encoded more than 2 times."],
    ["no gzip", "gzip", text, "The answer's body is not in the encoding that its headers name."],
    ["no zstd", "zstd", text, "The answer's body is not in the encoding that its headers name."],
    ["no brotli", "br", text, "The answer's body is not in the encoding that its headers name."],
    ["no deflate", "deflate", text, "The answer's body is not in the encoding that its headers name."],
    ["half a gzip", "gzip", gzipSync(text).subarray(0, 40), "The answer's body is not in the encoding that its headers name."],
    ["half a brotli", "br", brotliCompressSync(text).subarray(0, 20), "The answer's body is not in the encoding that its headers name."],
    ["half a zstd", "zstd", zstdCompressSync(text).subarray(0, 20), "The answer's body is not in the encoding that its headers name."],
  ])("%s ends the call", async (_name, encoding, body, message) => {
    await using server = await serving(encoding, body);
    expect(await failureFrom(server)).toMatchObject({ code: "NETWORK_FAILED", message });
  });
});

describe("decoded bytes are counted", { timeout: 30_000 }, () => {
  test("at the limit it passes, one above it ends the call", async () => {
    const body = Buffer.alloc(1000, "a");
    for (const [encoding, coded] of [["", body], ["gzip", gzipSync(body)]] as const) {
      await using server = await serving(encoding, coded);
      expect((await fetchFrom(server, 1000)).body).toHaveLength(1000);
      expect(await failureFrom(server, 999)).toMatchObject({ code: "LIMIT_EXCEEDED", limit: "fetchBytes" });
    }
  });

  test("8 MiB exactly under a limit of 8 MiB", async () => {
    await using server = await serving("", Buffer.alloc(8 * mebibyte, "a"));
    expect((await fetchFrom(server, 8 * mebibyte)).body).toHaveLength(8 * mebibyte);
  });

  test("a body without end", async () => {
    const piece = Buffer.alloc(64 * 1024, "a");
    await using server = await TestServer.http((_request, response) => {
      const fill = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", fill);
      fill();
    });
    expect(await failureFrom(server)).toMatchObject({ code: "LIMIT_EXCEEDED", limit: "fetchBytes" });
    await server.idle();
  });

  test("a body in chunks of one byte costs no more memory than another", async () => {
    const chunks = Buffer.from("1\r\na\r\n".repeat(mebibyte));
    await using server = await TestServer.raw("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", chunks, "0\r\n\r\n");
    const growth = await rssGrowth(async () => expect((await fetchFrom(server)).body).toHaveLength(mebibyte));
    expect(growth).toBeLessThan(64 * mebibyte);
  });
});

describe("bombs end at the limit, in little memory", { timeout: 30_000 }, () => {
  const bombs = new Map<string, Uint8Array>();
  beforeAll(async () => {
    const gzip = await gzipOfZeroes(256);
    bombs.set("gzip", gzip).set("gzip, gzip", gzipSync(gzip, { level: 9 }));
    bombs.set("br", brotliCompressSync(Buffer.alloc(256 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 } }));
    bombs.set("zstd", zstdCompressSync(Buffer.alloc(256 * mebibyte)));
  }, 60_000);

  test.each(["gzip", "gzip, gzip", "br", "zstd"])("%s", async (encoding) => {
    const bomb = bombs.get(encoding) ?? new Uint8Array();
    await using server = await serving(encoding, bomb);
    const growth = await rssGrowth(async () => expect(await failureFrom(server)).toMatchObject({ code: "LIMIT_EXCEEDED", limit: "fetchBytes" }));
    expect(bomb.length).toBeLessThan(2 * mebibyte);
    expect(growth).toBeLessThan(32 * mebibyte);
    await server.idle();
  });

  test("a zstd frame that asks for a window of 128 MiB is refused", async () => {
    const wide = zstdCompressSync(Buffer.alloc(200 * mebibyte, "ab"), { params: { [constants.ZSTD_c_windowLog]: 27 } });
    await using server = await serving("zstd", wide);
    expect(await failureFrom(server, 8 * mebibyte)).toMatchObject({ code: "NETWORK_FAILED" });
  });
});
