import {
  AmbitError,
  type HostGateway,
  type JsonValue,
  PENDING_CALLS,
  type Sandbox,
  type SandboxCallOptions,
  type SandboxExit,
  type SandboxUsage,
  checkJsonBounds,
  fromErrorReply,
  parseBoundedJson,
  timerMillis,
} from "@ambit/api-types";
import type { ConfinedChild } from "../confine/confined-child.ts";
import { AskDesk } from "./ask-desk.ts";
import { CallLedger } from "./call-ledger.ts";
import { type Frame, FrameReader, encodeFrame, frameKind } from "./process-frames.ts";
import type { InnerOrder } from "./process-spec.ts";
import { readExit, readUsage } from "./read-answers.ts";
import { tellCaller } from "./tell-caller.ts";

/** How long a guest may take to close itself at `dispose`, milliseconds. */
const GRACE_MILLIS = 1000;
/** How long the process may be silent past a call's own deadline, which it keeps itself. */
const LATE_MILLIS = 1500;
/** Bytes that may wait for a process which does not read. */
const INBOX_BYTES = 64 * 1024 * 1024;
const USAGE_MILLIS = 500;
/** Characters kept of what a process says at its end. */
const LAST_WORDS = 8192;

/** One instance in a process of its own. The process is not trusted: what comes out of it is bounded, and its deadlines are kept here too. */
export class ProcessSandbox implements Sandbox {
  readonly exited: Promise<SandboxExit>;
  readonly #child: ConfinedChild;
  readonly #calls = new CallLedger();
  readonly #asks: AskDesk;
  readonly #callMillis: number;
  #resolveExited: (exit: SandboxExit) => void = () => undefined;
  #exit: SandboxExit | undefined;
  #made = 0;
  #usage: SandboxUsage = { cpuMillis: 0, memoryBytes: 0, calls: 0 };

  constructor(child: ConfinedChild, callSeconds: number, gateway: HostGateway) {
    this.#child = child;
    child.hold(true);
    this.#callMillis = callSeconds * 1000 + LATE_MILLIS;
    this.exited = new Promise((resolve) => (this.#resolveExited = resolve));
    this.#asks = new AskDesk(gateway, child.stdout, (kind, id, text) => this.#send(kind, id, text), (error) => this.#end({ kind: "killed", error }));
    const reader = new FrameReader((frame) => this.#take(frame));
    child.stdout.on("data", (piece: Buffer) => this.#guard(() => reader.push(piece)));
    let last = "";
    child.stderr.on("data", (piece: Buffer) => (last = `${last}${piece.toString("latin1")}`.slice(-LAST_WORDS)));
    void child.exited.then(({ exitCode }) => this.#end(deathOf(exitCode, last)));
  }

  /**
   * Makes the instance.
   *
   * @throws AmbitError why it cannot be made.
   */
  async create(order: InnerOrder, millis: number): Promise<void> {
    await this.#request(0, frameKind.create, JSON.stringify(order), millis);
  }

  async call(method: string, params: JsonValue, options: SandboxCallOptions = {}): Promise<JsonValue> {
    const { signal } = options;
    if (this.#exit !== undefined) throw stopped();
    const text = writeCall(method, params);
    if (signal?.aborted === true) throw cancelled();
    if (this.#calls.size >= PENDING_CALLS) throw new AmbitError("LIMIT_EXCEEDED", `More than ${PENDING_CALLS} calls wait for the plugin.`, { limit: "pendingCalls" });
    const id = this.#calls.nextId();
    this.#made++;
    const abort = (): void => {
      this.#send(frameKind.abort, id);
      this.#calls.abandon(id, cancelled());
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return parseBoundedJson(await this.#request(id, frameKind.call, text, this.#callMillis, options));
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  notify(method: string, params: JsonValue): void {
    if (this.#exit === undefined) this.#send(frameKind.notify, 0, writeCall(method, params));
  }

  async dispose(): Promise<void> {
    if (this.#exit === undefined) {
      this.#send(frameKind.dispose, 0);
      this.#exit = { kind: "disposed" };
      this.#calls.rejectAll(stopped());
      const timer = setTimeout(() => void this.#child.stop(), GRACE_MILLIS);
      await this.#child.exited;
      clearTimeout(timer);
      this.#resolveExited(this.#exit);
    }
    await this.exited;
  }

  async usage(): Promise<SandboxUsage> {
    if (this.#exit === undefined) {
      const text = await this.#request(this.#calls.nextId(), frameKind.usage, "", 0).catch(() => undefined);
      if (text !== undefined) this.#usage = readUsage(text);
    }
    return { ...this.#usage, calls: this.#made };
  }

  /** Asks the process, and ends the instance where it is silent for longer than it may be; a question of usage is given up alone. */
  #request(id: number, kind: number, text: string, millis: number, options?: SandboxCallOptions): Promise<string> {
    return new Promise((resolve, reject) => {
      const late = (): void => {
        if (millis === 0) return this.#calls.abandon(id, new AmbitError("INSTANCE_STOPPED", "The process does not answer."));
        this.#end({ kind: "killed", error: new AmbitError("LIMIT_EXCEEDED", "The plugin's process did not answer in time.", { limit: "callSeconds" }) });
      };
      this.#calls.add(id, { resolve, reject, timer: setTimeout(late, timerMillis(millis || USAGE_MILLIS)), ...(options !== undefined && { options }) });
      this.#send(kind, id, text);
    });
  }

  #take({ kind, id, text }: Frame): void {
    if (kind === frameKind.ask) return this.#asks.take(id, text);
    if (kind === frameKind.exited) return this.#end(readExit(text));
    if (kind === frameKind.part || kind === frameKind.progress) return tellCaller(kind, parseBoundedJson(text), this.#calls.callerOf(id));
    if (kind === frameKind.error) return this.#settle(id, (call) => call.reject(fromErrorReply(parseBoundedJson(text))));
    if (kind === frameKind.created || kind === frameKind.result || kind === frameKind.usage) return this.#settle(kind === frameKind.created ? 0 : id, (call) => call.resolve(text));
    throw new AmbitError("GUEST_PROTOCOL", "The plugin's process sent what is no frame.");
  }

  #settle(id: number, settle: Parameters<CallLedger["take"]>[1]): void {
    if (!this.#calls.take(id, settle)) throw new AmbitError("GUEST_PROTOCOL", "The plugin's process answers a call that was not made.");
  }

  #guard(act: () => void): void {
    if (this.#exit !== undefined && this.#exit.kind !== "disposed") return;
    try {
      act();
    } catch (error) {
      this.#end({ kind: "killed", error: AmbitError.isInstance(error) ? error : new AmbitError("GUEST_PROTOCOL", "The plugin's process sent what cannot be read.", { cause: error }) });
    }
  }

  #send(kind: number, id: number, text?: string): void {
    const { stdin } = this.#child;
    if (!stdin.writable) return;
    stdin.write(encodeFrame(kind, id, text));
    if (stdin.writableLength > INBOX_BYTES) this.#end({ kind: "killed", error: new AmbitError("LIMIT_EXCEEDED", "The plugin does not read what is sent to it.", { limit: "pendingCalls" }) });
  }

  /** The calls under way end when nothing of the process is left, so that who hears of it can start the next one. */
  #end(exit: SandboxExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    void this.#child.stop().then(() => {
      this.#calls.rejectAll(exit.error ?? stopped());
      this.#resolveExited(exit);
    });
  }
}

function writeCall(method: string, params: JsonValue): string {
  let text: string;
  try {
    text = JSON.stringify({ method, params });
  } catch (cause) {
    if (cause instanceof RangeError) throw new AmbitError("MESSAGE_TOO_DEEP", "The parameters are nested too deep or too large.", { limit: "depth", cause });
    throw new AmbitError("INVALID_PARAMS", "The parameters hold something that JSON cannot carry.", { cause });
  }
  checkJsonBounds(text);
  return text;
}

function stopped(): AmbitError {
  return new AmbitError("INSTANCE_STOPPED", "The plugin's instance has stopped.");
}

function cancelled(): AmbitError {
  return new AmbitError("CALL_CANCELLED", "The caller gave up before the plugin answered.");
}

/** The end of a process that ended by itself: an engine that has no memory left ends its process, and says so. */
function deathOf(exitCode: number | null, last: string): SandboxExit {
  if (/^(#|FATAL ERROR:).*out of memory/im.test(last)) return { kind: "killed", error: new AmbitError("LIMIT_EXCEEDED", "The plugin's code passed its limit memoryMb.", { limit: "memoryMb" }) };
  return { kind: "crashed", error: new AmbitError("INSTANCE_STOPPED", "The plugin's process ended unexpectedly.", { ...(exitCode !== null && { exitCode }), cause: new Error(last) }) };
}
