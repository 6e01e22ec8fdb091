import { once } from "node:events";
import type { Confiner } from "@ambit/sandbox-process";

const NODE = "/opt/node/bin/node";

/** Milliseconds until a confined process of Node, with nothing of Ambit in it, has run a line. */
export async function startBareProcess(confiner: Confiner): Promise<number> {
  const start = performance.now();
  const child = await confiner.start({
    program: NODE,
    args: ["--permission", "-e", "console.log('ready')"],
    environment: {},
    binds: [{ hostPath: process.execPath, guestPath: NODE, access: "read" }],
    limits: { processes: 64, memoryMb: 320, reservedMb: 1536, tempBytes: 1_048_576 },
  });
  await once(child.stdout, "data");
  const millis = performance.now() - start;
  await child.stop();
  return millis;
}
