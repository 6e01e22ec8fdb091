import { expect, test } from "vitest";
import { startGuest } from "../../testing/started-guest.ts";
import { streamNames } from "./lazy-streams.ts";
import * as streams from "./main.ts";

test("the names are those of the streams, and each is what it says", async () => {
  expect(streamNames.toSorted()).toEqual(Object.keys(streams).toSorted());
  await using guest = await startGuest(`export const tools = { run: ({ names }) => names.map((name) => [globalThis[name].name, globalThis[name] === globalThis[name], Object.getOwnPropertyDescriptor(globalThis, name).writable]) };`);
  expect(await guest.tool("run", { names: streamNames })).toEqual(streamNames.map((name) => [name, true, true]));
});

test("a plugin may put streams of its own in their place", async () => {
  await using guest = await startGuest(`globalThis.ReadableStream = class Mine {}; export const tools = { run: () => [ReadableStream.name, new Response("x").body instanceof ReadableStream, TransformStream.name] };`);
  expect(await guest.tool("run")).toEqual(["Mine", false, "TransformStream"]);
});

test("what fails inside of a stream says where in the plugin's file, without the frames of the streams", async () => {
  await using guest = await startGuest(`export const tools = { run: () => new ReadableStream({ start() { throw new Error("own"); } }) };`);
  await expect(guest.tool("run")).rejects.toMatchObject({ code: "GUEST_ERROR", message: expect.stringMatching(/^Error: own \(run\.js:1:\d+\)$/) });
  expect(guest.logs.map(({ message }) => message).join()).not.toMatch(/ambit:|evalmachine|<input>/);
});
