import { rmSync } from "node:fs";
import type { ExecArgs, ExecResult, FileSystemHandle, SandboxHandle, SandboxLimits } from "@ambit/api-types";
import { createLocalProvider, type LocalProvider, type LocalProviderOptions } from "../provider/index.ts";
import { freshName } from "./local-ground.ts";
import { makeProviderFolder } from "./provider-folder.ts";

/** One provider on a folder of its own, for tests of what it alone promises. */
export class LocalRig {
  readonly folder: string = makeProviderFolder();
  readonly limits: SandboxLimits = { cpu: 1, memoryMb: 256, diskMb: 32, egress: "none", allowHosts: [] };
  readonly signal: AbortSignal = new AbortController().signal;
  #provider: LocalProvider | undefined;

  get provider(): LocalProvider {
    if (this.#provider === undefined) throw new Error("The rig is not open.");
    return this.#provider;
  }

  async open(options: Partial<LocalProviderOptions> = {}): Promise<this> {
    await this.#provider?.close();
    this.#provider = await createLocalProvider({ folder: this.folder, unenforced: process.getuid?.() === 0 ? [] : ["cpu"], ...options });
    return this;
  }

  fileSystem(name: string = freshName()): Promise<FileSystemHandle> {
    return this.provider.createFileSystem({ name, limits: this.limits, signal: this.signal });
  }

  async instance(limits: Partial<SandboxLimits> = {}): Promise<SandboxHandle> {
    return this.provider.create({ name: freshName(), limits: { ...this.limits, ...limits }, fileSystem: await this.fileSystem(), signal: this.signal });
  }

  exec(instance: SandboxHandle, command: string, changes: Partial<ExecArgs> = {}): Promise<ExecResult> {
    return this.provider.exec(instance, { command, timeoutMs: 20_000, maxOutputBytes: 100_000, tag: "test", actor: { accountId: "a", conversationId: "c" }, signal: this.signal, ...changes });
  }

  async close(): Promise<void> {
    await this.#provider?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
