import { defineCapability, defineCapabilityCall } from "@ambit/api-types";
import { expect, test } from "vitest";
import { z } from "zod";
import type { PluginHost } from "../host/plugin-host.ts";
import { type HostRig, installed, makeHost } from "../testing/host-rig.ts";
import { pluginFolder } from "../testing/plugin-folder.ts";

/** A host whose mail goes out through whatever plugin handles `email:deliver`. */
async function mailHost(): Promise<HostRig> {
  const box: { host?: PluginHost } = {};
  const send = defineCapabilityCall({
    method: "email/send",
    summary: "Sends a mail.",
    params: z.strictObject({ to: z.string() }),
    result: z.null(),
    writes: true,
    example: { to: "a@example.dev" },
    run: async (message, { plugin }) => {
      await box.host?.runHook("email:deliver", { message, source: plugin.id }, { exclusive: true });
      return null;
    },
  });
  const rig = await makeHost({
    capabilities: [
      defineCapability({ id: "email:send", label: "Sends mail", provider: "email:deliver", calls: [send] }),
      defineCapability({ id: "email:provide", label: "Sees and sends every mail", severity: "high", hooks: ["email:deliver"] }),
    ],
  });
  box.host = rig.host;
  return rig;
}

const writer = {
  manifest: { permissions: { capabilities: ["email:send"] } },
  code: `export const tools = { run: async (_args, ctx) => ctx.email === undefined ? "no mail" : ctx.email.send({ to: "a@example.dev" }) };`,
};
const forger = { ...writer, code: `export const tools = { run: (_args, ctx) => ctx.call("email/send", { to: "a@example.dev" }) };` };
const transport = (id: string, priority = 100) => ({
  manifest: { id, tools: [{ name: "sent", description: "What was sent." }], hooks: [{ name: "email:deliver", mode: "policy", priority }], permissions: { capabilities: ["email:provide"] } },
  code: `const sent = []; export default { tools: { sent: () => sent }, hooks: { "email:deliver": (event) => void sent.push(event) } };`,
});

test("a capability without its provider is absent, refused by a code of its own, and the console says why", async () => {
  const { host } = await mailHost();
  const status = await installed(host, writer);
  expect(status.problems).toEqual(['"email:send" is on offer once a plugin that was agreed to handles the hook "email:deliver"; none does.']);
  expect(await host.callTool("notes", "run", {})).toBe("no mail");
  const other = await installed(host, { ...forger, manifest: { ...forger.manifest, id: "forger" } });
  await expect(host.callTool(other.manifest.id, "run", {})).rejects.toMatchObject({ code: "CAPABILITY_UNAVAILABLE" });
});

test("with its provider it is there, and the first provider alone is asked", async () => {
  const { host } = await mailHost();
  await installed(host, transport("second", 200));
  await installed(host, transport("first", 100));
  expect((await installed(host, writer)).problems).toEqual([]);
  expect(await host.callTool("notes", "run", {})).toBeNull();
  const sent = [{ message: { to: "a@example.dev" }, source: "notes" }];
  expect([await host.callTool("first", "sent", {}), await host.callTool("second", "sent", {})]).toEqual([sent, []]);
});

test("a hook can be asked of one plugin alone", async () => {
  const { host } = await mailHost();
  await installed(host, transport("first", 100));
  await installed(host, transport("second", 200));
  await host.runHook("email:deliver", { to: "b" }, { plugin: "second" });
  expect([await host.callTool("first", "sent", {}), await host.callTool("second", "sent", {})]).toEqual([[], [{ to: "b" }]]);
});

test("a provider from which the capability of its hook was taken away is none", async () => {
  const { host } = await mailHost();
  await installed(host, transport("first"), ["capabilities:email:provide"]);
  expect((await installed(host, writer)).problems).toHaveLength(1);
  await expect(host.runHook("email:deliver", {})).resolves.toMatchObject({ values: [] });
  expect(await host.callTool("first", "sent", {})).toEqual([]);
});

test("a hook whose capability the manifest does not declare is refused where it stands", async () => {
  const { host } = await mailHost();
  const { manifest, code } = transport("first");
  const folder = await pluginFolder({ code, manifest: { ...manifest, permissions: {} } });
  await expect(host.preview(folder)).rejects.toMatchObject({ code: "MANIFEST_INVALID", message: expect.stringMatching(/hooks\[0\]\.name: "email:deliver" needs the capability "email:provide": declare it/) });
});
