import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ambit, folderWith } from "../testing/ambit-program.ts";

test("ambit run gives a plugin an address and a secret of the person's", async () => {
  const server = createServer((request, response) => response.end(request.headers.authorization));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const account = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = folderWith({
    "ambit-plugin.json": JSON.stringify({
      id: "asking", version: "1.0.0", publisher: "P", api: 1, run: { js: "run.js" }, permissions: { network: ["{account}"], secrets: ["token"] },
      tools: [{ name: "ask", description: "Asks.", params: { type: "object", properties: { url: { type: "string" } } } }],
    }),
    "run.js": `export const tools = { ask: async ({ url }, ctx) => {
      const { value } = await ctx.call("secrets/get", { name: "token" });
      return (await fetch(url, { headers: { authorization: value.length + " characters" } })).text();
    } };`,
  });
  const run = (...gifts: readonly string[]) => ambit("run", folder, "--data", `${folder}/data`, ...gifts, "--", "ask", "--url", account);
  expect((await run()).err).toContain("SECRET_NOT_SET");
  expect(await run("--account", account, "--secret", "token=hunter2hunter2")).toMatchObject({ code: 0, out: "14 characters\n" });
  // What was given stays in the data folder, as its grants do.
  expect((await run()).code).toBe(0);
  expect((await run("--secret", "token")).err).toContain("write name=value");
});
