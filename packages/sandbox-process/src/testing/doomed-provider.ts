/**
 * A host that opens a provider, gets ready, says so, and does one thing again and again until it is killed. Arguments: its folder, a name, and what to do.
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

/** What goes before, and what is then done again and again, so that the kill comes into the middle of it. */
const stages: Readonly<Record<DoomedStage, { readonly before: () => Promise<unknown>; readonly again: () => Promise<unknown> }>> = {
  createFileSystem: { before: async () => undefined, again: async () => provider.destroyFileSystem(await makeFiles(), signal) },
  create: { before: makeFiles, again: async () => provider.destroy(await make(), signal) },
  exec: { before: prepared, again: async () => run(await make(), "setsid sh -c 'sleep 600 & sleep 600' & i=0; while :; do i=$((i+1)); echo $i > beat; done") },
  writeFile: { before: prepared, again: async () => provider.writeFile(await make(), "/workspace/dir/file", Buffer.alloc(16 * 1024 * 1024, "b"), signal) },
  suspend: {
    before: prepared,
    again: async () => {
      await provider.suspend(await make(), signal);
      await provider.resume(await make(), signal);
    },
  },
  destroy: {
    before: prepared,
    again: async () => {
      await provider.destroyByName(name, signal);
      await make();
    },
  },
  destroyFileSystem: {
    before: prepared,
    again: async () => {
      await provider.destroyFileSystemByName(name, signal);
      await prepared();
    },
  },
};

async function prepared(): Promise<void> {
  const instance = await make();
  await run(instance, "mkdir dir; echo kept > kept; printf before > dir/file; for i in 1 2 3 4 5 6 7 8 9; do mkdir -p /tmp/$i/a/b; echo > /tmp/$i/a/b/c; done");
}

const { before, again } = stages[stage as DoomedStage];
await before();
process.stdout.write("ready\n");
for (;;) await again();
