import { timerMillis } from "@ambit/api-types";
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { joinNetwork } from "../gate-proxy/child-network.ts";
import type { CgroupSeat } from "./cgroup/cgroup-seat.ts";
import { ChildStatus } from "./child-status.ts";
import type { ConfinedChild, ConfinedExit, ConfinedSpec } from "./confined-child.ts";
import { childrenOf } from "./orphaned-wrappers.ts";
import { type ProcessIdentity, identifyProcess, killProcess } from "./process-identity.ts";

/** Everything that a wrapping process is started with. */
export interface Wrapping {
  readonly bubblewrap: string;
  /** Program and arguments, those that hold its limits included. */
  readonly words: readonly string[];
  /** What stands at each descriptor from 3 upwards: bytes, an open descriptor of the host, a pipe of a meaning, or nothing. */
  readonly descriptors: readonly (Buffer | number | "status" | "gate" | "channel" | "nothing")[];
  readonly seat: CgroupSeat | undefined;
  /** Descriptors of the host that would go along, and the device that stands in for them. */
  readonly masked: { readonly inherited: readonly number[]; readonly by: string };
  /** User to become before anything else; only a host that is root can. */
  readonly runAs: { readonly uid: number; readonly gid: number } | undefined;
}

const FORCE_MILLIS = 2000;
const FIRST_DESCRIPTOR = 3;

/** One child, held by the process that wraps it. */
export class WrappedProcess implements ConfinedChild {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<ConfinedExit>;
  readonly monitorPid: number;
  readonly #process: ChildProcess;
  readonly #status: ChildStatus;
  readonly #wrapping: Wrapping;
  readonly #startedAt = performance.now();
  #init: ProcessIdentity | undefined;
  #ending: "stopped" | "time" | undefined;
  #force: NodeJS.Timeout | undefined;
  #gone = false;

  /** @throws Error of the system where the wrapping program cannot be started. */
  constructor(wrapping: Wrapping, spec: ConfinedSpec) {
    this.#wrapping = wrapping;
    this.#process = startWrapper(wrapping);
    // Told by the missing number below as well; without a listener it would end the host.
    this.#process.on("error", () => undefined);
    const [stdin, stdout, stderr] = this.#process.stdio;
    if (!stdin || !stdout || !stderr || this.#process.pid === undefined) throw new Error("The wrapping process could not be started.");
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    this.monitorPid = this.#process.pid;
    // A child that ends without reading its input, or is ended while it writes, is no fault of the host.
    for (const stream of [stdin, stdout, stderr]) stream.on("error", () => undefined);
    this.#status = new ChildStatus(this.#pipe("status") as Readable, (pid) => this.#begin(pid));
    this.#hand();
    if (spec.network !== undefined) joinNetwork(this.#process, spec.network);
    this.exited = this.#waitForEnd(spec);
  }

  hold(on: boolean): void {
    const held = [this.#process, ...this.#process.stdio] as ({ ref?(): void; unref?(): void } | null)[];
    for (const each of held) {
      if (on) each?.ref?.();
      else each?.unref?.();
    }
  }

  async stop(): Promise<void> {
    this.hold(true);
    this.#end("stopped");
    await this.exited;
  }

  #pipe(which: "status" | "gate"): Readable | Writable | null | undefined {
    const at = this.#wrapping.descriptors.indexOf(which);
    return at === -1 ? undefined : (this.#process.stdio as (Readable | Writable | null)[])[FIRST_DESCRIPTOR + at];
  }

  #hand(): void {
    this.#wrapping.descriptors.forEach((content, index) => {
      const pipe = (this.#process.stdio as (Readable | Writable | null)[])[FIRST_DESCRIPTOR + index];
      // The wrapper may end without having read or written it.
      pipe?.on("error", () => undefined);
      if (content instanceof Buffer) (pipe as Writable).end(content);
    });
  }

  /** The first process of the namespace is there, and waits at the gate if there is one. */
  #begin(pid: number): void {
    this.#init = identifyProcess(pid);
    const gate = this.#pipe("gate") as Writable | undefined;
    try {
      this.#wrapping.seat?.join(pid);
    } catch {
      // Without its limits it must not begin.
      this.#ending ??= "stopped";
    }
    if (this.#ending !== undefined) this.#kill();
    else gate?.end("\n");
  }

  #end(why: "stopped" | "time"): void {
    if (this.#gone) return;
    this.#ending ??= why;
    this.#kill();
  }

  /**
   * The kernel ends the whole namespace with its first process, and the wrapper ends when nothing is left. Where that process is not
   * known yet, it is ended as soon as it is: the wrapper alone would leave it running for a moment.
   */
  #kill(): void {
    if (this.#init !== undefined) killProcess(this.#init);
    this.#force ??= setTimeout(() => this.#killWrapper(), FORCE_MILLIS);
  }

  /** Its child first: that may not have asked yet to die with it. */
  #killWrapper(): void {
    const children = childrenOf(this.monitorPid).flatMap((pid) => identifyProcess(pid) ?? []);
    for (const child of children) killProcess(child);
    this.#process.kill("SIGKILL");
  }

  #waitForEnd(spec: ConfinedSpec): Promise<ConfinedExit> {
    const { seconds } = spec.limits;
    const timer = seconds === undefined ? undefined : setTimeout(() => this.#end("time"), timerMillis(seconds * 1000));
    const abort = (): void => this.#end("stopped");
    spec.signal?.addEventListener("abort", abort, { once: true });
    if (spec.signal?.aborted === true) abort();
    return new Promise((resolve) => {
      this.#process.once("exit", () => {
        this.#gone = true;
        clearTimeout(timer);
        clearTimeout(this.#force);
        spec.signal?.removeEventListener("abort", abort);
        (this.#pipe("gate") as Writable | undefined)?.destroy();
        this.#wrapping.seat?.remove();
        void this.#status.read.then(() => resolve(this.#exit(seconds)));
      });
    });
  }

  #exit(seconds: number | undefined): ConfinedExit {
    if (this.#ending !== undefined) return { ended: this.#ending, exitCode: null };
    const exitCode = this.#status.exitCode;
    if (exitCode === undefined) return { ended: "setup", exitCode: null };
    const late = seconds !== undefined && performance.now() - this.#startedAt >= seconds * 1000;
    return late && exitCode === 137 ? { ended: "time", exitCode: null } : { ended: "itself", exitCode };
  }
}

/** Nothing of the host's environment goes along, and its words show the program alone. */
function startWrapper({ bubblewrap, words, descriptors, masked, runAs }: Wrapping): ChildProcess {
  const stdio: Stdio[] = ["pipe", "pipe", "pipe", ...descriptors.map(stdioOf)];
  const nothing = masked.inherited.length === 0 ? undefined : openSync(masked.by, "r");
  try {
    for (const descriptor of masked.inherited) {
      while (stdio.length <= descriptor) stdio.push("ignore");
      if (stdio[descriptor] === "ignore" && nothing !== undefined) stdio[descriptor] = nothing;
    }
    return spawn(bubblewrap, ["--args", String(FIRST_DESCRIPTOR), "--", ...words], { env: {}, cwd: "/", stdio, ...runAs });
  } finally {
    if (nothing !== undefined) closeSync(nothing);
  }
}

type Stdio = "pipe" | "ignore" | "ipc" | number;

function stdioOf(content: Wrapping["descriptors"][number]): Stdio {
  if (typeof content === "number") return content;
  if (content === "channel") return "ipc";
  return content === "nothing" ? "ignore" : "pipe";
}
