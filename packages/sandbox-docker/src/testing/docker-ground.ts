import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { GROUND_HOST, GroundServer, type ProviderGround } from "@ambit/conformance-suite";
import { egressJudge } from "@ambit/sandbox-process/provider-kit";
import { createDockerProvider, type DockerProvider, type DockerProviderOptions } from "../index.ts";
import { selfSigned } from "./self-signed.ts";
import type { TestEngine } from "../test-engine/test-engine.ts";
import { TEST_IMAGE } from "../test-engine/test-image.ts";

/** What a conformance case needs around a provider on an engine. Everything of a case has names of its own. */
export async function makeDockerGround(test: TestEngine, image: string = TEST_IMAGE): Promise<ProviderGround> {
  const engine = test.api();
  const server = await GroundServer.open(await selfSigned(GROUND_HOST));
  const judge = server.judgeBy(egressJudge(async () => [GroundServer.publicAddress]));
  mkdirSync(join(test.folder, "gates"), { recursive: true, mode: 0o711 });
  const gateFolder = mkdtempSync(join(test.folder, "gates/"));
  const options: DockerProviderOptions = { socketPath: test.socketPath, image, gateFolder };
  const volumes = (id: string): string[] => ["workspace", "skills"].map((part) => `${id.slice(0, id.lastIndexOf("~"))}.${part}`);
  return {
    open: async () => createDockerProvider({ ...options, judge }),
    removeInstance: async ({ id }) => void (await engine.ask({ method: "DELETE", path: `/containers/${id}?force=true&v=true` })),
    stopInstance: async ({ id }) => void (await engine.ask({ method: "POST", path: `/containers/${id}/kill`, expect: [409] })),
    removeFileSystem: async ({ id }) => {
      for (const volume of volumes(id)) await engine.ask({ method: "DELETE", path: `/volumes/${volume}` });
    },
    hasFileSystem: async ({ id }) => {
      const found = await Promise.all(volumes(id).map((volume) => engine.ask({ method: "GET", path: `/volumes/${volume}`, expect: [404] })));
      return found.some(({ status, value }) => status === 200 && JSON.stringify(value).includes(id));
    },
    elsewhere: { module: import.meta.url, argument: JSON.stringify(options) },
    network: server.network("/bin/node"),
    dispose: async () => {
      await server.close();
      await engine.ask({ method: "POST", path: "/containers/prune" }).catch(() => undefined);
      await engine.close();
      rmSync(gateFolder, { recursive: true, force: true });
    },
  };
}

/** Opens a provider in a process that the suite is going to kill. */
export async function openProvider(argument: string): Promise<DockerProvider> {
  return createDockerProvider(JSON.parse(argument) as DockerProviderOptions);
}
