/**
 * A host that opens a provider, gets ready, says so, does one thing again and again, and waits to be killed. Arguments: its folder, a name, and what to do.
 *
 * @packageDocumentation
 */
import type { FileSystemHandle, SandboxHandle } from "@ambit/api-types";
import { createLocalProvider } from "../provider/index.ts";

/** What a host is killed at. */
export type DoomedStage = "createFileSystem" | "create" | "exec" | "writeFile" | "suspend" | "destroy" | "destroyFileSystem";

const [folder = "", name = "", stage = ""] = process.argv.slice(2);
const limits = { cpu: 1, memoryMb: 128, diskMb: 64, egress: "none", allowHosts: [] } as const;
const { signal } = new AbortController();
const provider = await createLocalProvider({ folder, unenforced: ["cpu"] });

const makeFiles = (): Promise<FileSystemHandle> => provider.createFileSystem({ name, limits, signal });
const make = async (): Promise<SandboxHandle> => provider.create({ name, limits, fileSystem: await makeFiles(), signal });
const run = (instance: SandboxHandle, command: string): Promise<unknown> => provider.exec(instance, { command, timeoutMs: 60_000, maxOutputBytes: 1000, tag: "doomed", actor: { accountId: "", conversationId: "" }, signal });

/** What goes before, and then what the kill comes into. */
const stages: Readonly<Record<DoomedStage, { readonly before: () => Promise<unknown>; readonly during: () => Promise<unknown> }>> = {
  createFileSystem: { before: async () => undefined, during: makeFiles },
  create: { before: makeFiles, during: make },
  exec: { before: prepared, during: async () => run(await make(), "setsid sh -c 'sleep 600 & sleep 600' & i=0; while :; do i=$((i+1)); echo $i > beat; done") },
  writeFile: { before: prepared, during: async () => provider.writeFile(await make(), "/workspace/dir/file", Buffer.alloc(16 * 1024 * 1024, "b"), signal) },
  suspend: { before: prepared, during: async () => provider.suspend(await make(), signal) },
  destroy: { before: prepared, during: () => provider.destroyByName(name, signal) },
  destroyFileSystem: { before: prepared, during: () => provider.destroyFileSystemByName(name, signal) },
};

async function prepared(): Promise<void> {
  const instance = await make();
  await run(instance, "mkdir dir; echo kept > kept; printf before > dir/file; for i in 1 2 3 4 5 6 7 8 9; do mkdir -p /tmp/$i/a/b; echo > /tmp/$i/a/b/c; done");
}

const { before, during } = stages[stage as DoomedStage];
await before();
process.stdout.write("ready\n");
await during();
process.stdout.write("done\n");
setInterval(() => undefined, 60_000);
