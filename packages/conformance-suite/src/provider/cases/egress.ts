import assert from "node:assert/strict";
import { sandboxEgresses } from "@ambit/api-types";
import { expectError } from "../../sandbox/expect-error.ts";
import { type ProviderCase, providerCasesOf } from "../provider-case.ts";
import type { ProviderStage } from "../provider-stage.ts";

/** Whether a provider that says nothing of itself is to be taken to keep every egress. */
function keeps(stage: ProviderStage, egress: (typeof sandboxEgresses)[number]): boolean {
  return stage.report?.egress[egress].holds ?? true;
}

async function refused(stage: ProviderStage, egress: (typeof sandboxEgresses)[number]): Promise<void> {
  const fileSystem = await stage.fileSystem();
  const error = await expectError(stage.instance({ fileSystem, limits: { egress, allowHosts: [] } }), "REFUSED");
  const said = stage.report?.egress[egress];
  assert.ok(said?.holds === false && said.remedy !== "" && error.message.includes(said.reason), `the reason was due: ${error.message}`);
}

/** Where an instance can connect to. */
export const egressCases: readonly ProviderCase[] = providerCasesOf("egress", {
  "none reaches nothing, by name, by address and by any proxy": async (stage) => {
    const { network } = stage.ground;
    const instance = await stage.instance();
    for (const url of [network.allowedUrl, network.otherUrl, network.addressUrl]) {
      const result = await stage.exec(instance, network.request(url));
      assert.notEqual(result.exitCode, 0, url);
      assert.ok(!result.stdout.includes(network.body), url);
    }
  },
  "allowlist reaches the hosts on it and no others": async (stage) => {
    if (!keeps(stage, "allowlist")) return refused(stage, "allowlist");
    const { network } = stage.ground;
    const instance = await stage.instance({ limits: { egress: "allowlist", allowHosts: [network.allowedEntry] } });
    const reached = await stage.exec(instance, network.request(network.allowedUrl));
    assert.ok(reached.stdout.includes(network.body), `the host on the list was not reached: ${reached.stderr}`);
    for (const url of [network.otherUrl, network.addressUrl]) {
      const result = await stage.exec(instance, network.request(url));
      assert.ok(result.exitCode !== 0 && !result.stdout.includes(network.body), `${url} was reached`);
    }
  },
  "an empty allowlist reaches nothing": async (stage) => {
    if (!keeps(stage, "allowlist")) return refused(stage, "allowlist");
    const { network } = stage.ground;
    const instance = await stage.instance({ limits: { egress: "allowlist", allowHosts: [] } });
    assert.ok(!(await stage.exec(instance, network.request(network.allowedUrl))).stdout.includes(network.body));
  },
  "allowHosts means nothing where egress is none": async (stage) => {
    const { network } = stage.ground;
    const instance = await stage.instance({ limits: { egress: "none", allowHosts: [network.allowedEntry] } });
    assert.ok(!(await stage.exec(instance, network.request(network.allowedUrl))).stdout.includes(network.body));
  },
  "the allowlist holds after a rest, a stop and a new provider": async (stage) => {
    if (!keeps(stage, "allowlist")) return refused(stage, "allowlist");
    const { network } = stage.ground;
    const instance = await stage.instance({ limits: { egress: "allowlist", allowHosts: [network.allowedEntry] } });
    const rests = [() => stage.provider.suspend(instance, stage.signal), () => stage.ground.stopInstance(instance), () => stage.reopen()];
    for (const rest of rests) {
      await rest();
      const reached = await stage.exec(instance, network.request(network.allowedUrl));
      assert.ok(reached.stdout.includes(network.body), reached.stderr);
      assert.ok(!(await stage.exec(instance, network.request(network.otherUrl))).stdout.includes(network.body));
    }
  },
  "open reaches hosts that are on no list": async (stage) => {
    if (!keeps(stage, "open")) return refused(stage, "open");
    const { network } = stage.ground;
    const instance = await stage.instance({ limits: { egress: "open", allowHosts: [] } });
    const reached = await stage.exec(instance, network.request(network.otherUrl));
    assert.ok(reached.stdout.includes(network.body), reached.stderr);
  },
  "an entry that is no host is refused": async (stage) => {
    const fileSystem = await stage.fileSystem();
    for (const entry of ["https://api.example.dev", "127.0.0.1", "localhost", "*", "*.com", "api.example.dev/path", "a b", "[::1]", "api.example.dev:0"]) {
      await expectError(stage.instance({ fileSystem, limits: { egress: "allowlist", allowHosts: [entry] } }), "INVALID_PARAMS");
    }
  },
  "what is said of egress has a ground or a remedy": async (stage) => {
    for (const egress of sandboxEgresses) {
      const said = stage.report?.egress[egress];
      if (said !== undefined) assert.ok(said.holds ? said.by.length > 0 : said.reason.length > 0 && said.remedy.length > 0);
    }
  },
});
