import { AmbitError, type ConnectionRecord, isFileSystemGoneError, SandboxGoneError } from "@ambit/api-types";
import type { Confiner } from "../../confine/confiner.ts";
import { type GateProxy, openGateProxy } from "../../gate-proxy/gate-proxy.ts";
import type { EgressJudge } from "../egress/egress-judge.ts";
import type { LocalFileSystems } from "../file-system/local-file-systems.ts";
import type { InstanceRecord } from "../ground/records.ts";
import { answerSchemas } from "../link/read-answer.ts";
import { SupervisorLink } from "../link/supervisor-link.ts";
import { Turns } from "../turns.ts";
import { askSupervisor } from "./ask-supervisor.ts";
import { DiskGuard } from "./disk-guard.ts";
import { instanceView } from "./instance-view.ts";

/** What all instances of a provider are made with. */
export interface InstanceServices {
  readonly confiner: Confiner;
  readonly fileSystems: LocalFileSystems;
  readonly program: string;
  readonly judge: EgressJudge;
  readonly onConnection: ((instance: string, record: ConnectionRecord) => void) | undefined;
  readonly processes: number;
  readonly fileWatches: boolean;
  readonly anyCpu: boolean;
}

const READY_MILLIS = 20_000;
const CONNECTIONS_AT_ONCE = 64;

/** One instance, whether it runs or not. */
export class LocalInstance {
  readonly record: InstanceRecord;
  readonly #services: InstanceServices;
  readonly #turns = new Turns();
  #link: SupervisorLink | undefined;
  #gate: GateProxy | undefined;
  #guard: DiskGuard | undefined;
  #frozen = false;
  #over: AmbitError | undefined;

  constructor(record: InstanceRecord, services: InstanceServices) {
    this.record = record;
    this.#services = services;
  }

  /** What measures its files, where that is needed; only while it runs. */
  get guard(): DiskGuard | undefined {
    return this.#guard;
  }

  /** Gives the way to its supervisor; starts it, or lets it go on, where it does not run. Several may ask at once. */
  async running(): Promise<SupervisorLink> {
    const link = this.#link;
    if (link !== undefined && !this.#frozen && (await answers(link)) && !this.#frozen) return link;
    return this.#turns.take("life", async () => {
      if (this.#over !== undefined) throw this.#over;
      if (this.#link === undefined || !(await answers(this.#link))) this.#link = await this.#start();
      if (this.#frozen) await askSupervisor(this.#link, { op: "thaw" }, answerSchemas.tree);
      this.#frozen = false;
      return this.#link;
    });
  }

  /** Stops all its processes where they are. Nothing to do where it does not run. */
  suspend(): Promise<void> {
    return this.#turns.take("life", async () => {
      if (this.#link === undefined || this.#frozen || !(await answers(this.#link))) return;
      this.#frozen = true;
      await askSupervisor(this.#link, { op: "freeze" }, answerSchemas.tree);
    });
  }

  /** Ends all its processes; it can be started again. */
  stop(): Promise<void> {
    return this.#turns.take("life", () => this.#end());
  }

  /** Ends all its processes for good: it is gone. */
  drop(): Promise<void> {
    this.#over = new SandboxGoneError("The instance does not exist any more.");
    return this.stop();
  }

  /** Ends all its processes for this provider: the next one can start it. */
  close(): Promise<void> {
    this.#over ??= new AmbitError("SANDBOX_FAILED", "The provider is closed.");
    return this.stop();
  }

  async #end(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    await link?.stop();
    await link?.ended;
    this.#gate?.close();
    this.#gate = undefined;
  }

  async #start(): Promise<SupervisorLink> {
    await this.#end();
    this.#frozen = false;
    const { record } = this;
    const { confiner, fileSystems, program, processes, fileWatches, anyCpu } = this.#services;
    const roots = await fileSystems.mount(record.fileSystem, record).catch((error: unknown) => {
      // Whoever calls can make a new instance, and will then be told that there are no files for it.
      throw isFileSystemGoneError(error) ? new SandboxGoneError("The instance's file system does not exist any more.") : error;
    });
    this.#gate = this.#openGate();
    try {
      const view = instanceView(record.limits, { id: record.id, roots, program, processes, fileWatches, anyCpu, network: this.#gate });
      const link = new SupervisorLink(await confiner.start(view));
      await ready(link);
      this.#guard = fileSystems.byId(record.fileSystem)?.disk === "folder" ? new DiskGuard(link, record.limits.diskMb) : undefined;
      return link;
    } catch (error) {
      this.#gate?.close();
      this.#gate = undefined;
      throw error;
    }
  }

  #openGate(): GateProxy | undefined {
    const { limits, name } = this.record;
    const { judge, onConnection } = this.#services;
    if (limits.egress === "none") return undefined;
    const tell = onConnection === undefined ? {} : { onRecord: (connection: ConnectionRecord) => onConnection(name, connection) };
    return openGateProxy({ judge: judge(limits), connectionsAtOnce: CONNECTIONS_AT_ONCE, ...tell });
  }
}

/** Whether an instance runs. That it was ended by other means may not have been heard of yet, so it is asked. */
async function answers(link: SupervisorLink): Promise<boolean> {
  const late = setTimeout(() => void link.stop(), READY_MILLIS);
  try {
    return link.alive && (await askSupervisor(link, { op: "ping" }, answerSchemas.tree)).clean;
  } catch {
    await link.ended;
    return false;
  } finally {
    clearTimeout(late);
  }
}

async function ready(link: SupervisorLink): Promise<void> {
  const timer = setTimeout(() => void link.stop(), READY_MILLIS);
  try {
    await link.ready;
  } catch (cause) {
    await link.stop();
    throw new AmbitError("SANDBOX_FAILED", "The instance could not be started. The host's log has the details.", { cause });
  } finally {
    clearTimeout(timer);
  }
}
