import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { TestServer } from "../testing/test-server.ts";

const MIB = 1024 * 1024;

test("answers that could be large together come one after the other, whichever servers they are from", async () => {
  const held: ServerResponse[] = [];
  const servers = await Promise.all(Array.from({ length: 4 }, () => TestServer.http((_request, response) => void held.push(response))));
  await using rig = new ProxyRig({ limits: { fetchBytes: 8 * MIB, fetchSeconds: 20 } });
  const giving = new AbortController();
  const calls = Array.from({ length: 24 }, (_, at) => {
    const url = `${servers[at % 4]?.origin}/`;
    return rig.call("net/fetch", { url }, { grant: netGrant(url), ...(at === 23 && { signal: giving.signal }) }).then(({ status }) => status, (error: { code: string }) => error.code);
  });
  await expect.poll(() => held.length).toBe(8);
  giving.abort();
  expect(await calls[23]).toBe("CALL_CANCELLED");
  for (let done = 0; done < 23; done++) {
    await expect.poll(() => held.length).toBeGreaterThan(done);
    // No more than eight have been asked for and not been answered.
    expect(held.length - done).toBeLessThanOrEqual(8);
    held[done]?.end("ok");
  }
  expect(await Promise.all(calls)).toEqual([...Array.from({ length: 23 }, () => 200), "CALL_CANCELLED"]);
  for (const server of servers) await server[Symbol.asyncDispose]();
});
