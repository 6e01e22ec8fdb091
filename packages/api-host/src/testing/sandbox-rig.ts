import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostStore, SandboxLimits } from "@ambit/api-types";
import { createLocalProvider, type LocalProvider } from "@ambit/sandbox-process/provider";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";
import { createSandboxService } from "../sandbox-service/create-sandbox-service.ts";
import type { SandboxService, SandboxServiceOptions, SandboxSession } from "../sandbox-service/sandbox-service.ts";

/** Services on one real provider and one store. */
export class SandboxRig {
  readonly folder: string = mkdtempSync(join(tmpdir(), "ambit-service-"));
  readonly store: HostStore = createMemoryStore();
  readonly limits: SandboxLimits = { cpu: 1, memoryMb: 256, diskMb: 32, egress: "none", allowHosts: [] };
  readonly #services: SandboxService[] = [];
  #provider: LocalProvider | undefined;
  #environments = 0;

  get provider(): LocalProvider {
    if (this.#provider === undefined) throw new Error("The rig is not open.");
    return this.#provider;
  }

  async open(): Promise<void> {
    this.#provider = await createLocalProvider({ folder: this.folder, unenforced: process.getuid?.() === 0 ? [] : ["cpu"] });
  }

  /** A service, as another host on the same store has it. */
  service(options: Partial<SandboxServiceOptions> = {}): SandboxService {
    const service = createSandboxService({ provider: this.provider, store: this.store, ...options });
    this.#services.push(service);
    return service;
  }

  /** Name of an environment that there is not yet. */
  environment(): string {
    return `env-${++this.#environments}`;
  }

  session(service: SandboxService = this.service(), environment: string = this.environment()): Promise<SandboxSession> {
    return service.open(environment, { limits: this.limits }, { actor: { accountId: "a", conversationId: "c" } });
  }

  /** Removes the instance of an environment by other means than its provider. */
  removeInstance(environment: string): void {
    rmSync(join(this.folder, "instances", `ambit-run-${environment}`), { recursive: true });
  }

  /** Removes the file system of an environment, and its instance, by other means. */
  async removeFiles(environment: string): Promise<void> {
    await this.provider.destroyFileSystemByName(`ambit-env-${environment}`, new AbortController().signal);
  }

  async close(): Promise<void> {
    for (const service of this.#services) await service.close();
    await this.#provider?.close();
    await this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
