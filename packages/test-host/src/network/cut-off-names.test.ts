import { expect, test } from "vitest";
import { cutOffNames } from "./cut-off-names.ts";

const noNetwork = { code: "NETWORK_FAILED", message: expect.stringContaining("no network") as string };

test("only the hosts of accounts are found", async () => {
  const resolve = cutOffNames(["http://localhost:3000", "git.example.com:8443"]);
  expect((await resolve("localhost")).every((address) => address === "127.0.0.1" || address === "::1")).toBe(true);
  await expect(resolve("api.example.com")).rejects.toMatchObject(noNetwork);
  await expect(cutOffNames([])("localhost")).rejects.toMatchObject(noNetwork);
});
