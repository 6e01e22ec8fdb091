import {
  AmbitError,
  type GuestInit,
  type JsonValue,
  PENDING_CALLS,
  type RpcRequest,
  type RpcResponse,
  type Sandbox,
  type SandboxCallOptions,
  type SandboxExit,
  type SandboxSpec,
  type SandboxUsage,
  fromErrorReply,
} from "@ambit/api-types";
import { setTimeout as pause } from "node:timers/promises";
import { INBOX_MESSAGES, INBOX_UNITS } from "../channel/channel-bounds.ts";
import type { WorkerNote } from "../channel/frames.ts";
import type { Seat, SeatEnd, SeatListener } from "../placement/placement.ts";
import { isCallNotice, tellCaller } from "./call-notices.ts";
import { readGuestMessage, writeGuestMessage } from "./guest-message.ts";
import { GuestRequests } from "./guest-requests.ts";
import { endsWithin } from "./ends-within.ts";
import { type PendingCall, PendingCalls } from "./pending-calls.ts";
import { crashExit, failedExit, killedExit, stuckExit } from "./seat-exit.ts";
import { TurnWatch } from "./turn-watch.ts";

/** How long the calls under way wait for a killed thread to be dead, milliseconds. */
const DEATH_MILLIS = 50;

/** How long the count of a guest's memory waits for the end of its turn, milliseconds. */
const TURN_END_MILLIS = 20;

/** How long a killed thread may take to die before its owner is told that it does not, milliseconds. */
const STUCK_MILLIS = 5000;

/** One guest in its seat: numbers calls, matches answers, watches time, and trusts nothing that comes out. */
export class WorkerSandbox implements Sandbox, SeatListener {
  readonly exited: Promise<SandboxExit>;
  readonly #seat: Seat;
  readonly #memoryMb: number;
  readonly #graceMillis: number;
  readonly #pending = new PendingCalls();
  readonly #requests: GuestRequests;
  readonly #watch: TurnWatch;
  #sentUnits = 0;
  #exit: SandboxExit | undefined;
  #resolveExited: (exit: SandboxExit) => void = () => {};
  #gone = false;
  readonly #lastWords: Promise<void>[] = [];
  #whenGone: () => void = () => {};
  #disposing: Promise<void> | undefined;
  #lastCpuMillis = 0;

  constructor(seat: Seat, spec: SandboxSpec, graceMillis: number) {
    this.#seat = seat;
    this.#memoryMb = spec.policy.limits.memoryMb;
    this.#graceMillis = graceMillis;
    this.exited = new Promise((resolve) => (this.#resolveExited = resolve));
    this.#requests = new GuestRequests(spec.gateway, {
      deliver: (text) => this.#deliver(text),
      answer: (text) => this.#answer(text),
      read: (units) => seat.read(units),
      kill: (error) => this.#end(killedExit(error)),
    });
    this.#watch = new TurnWatch(seat, this.#pending, spec.policy.limits, {
      expire: (call, error) => this.#abandon(call, error),
      kill: (error) => this.#end(killedExit(error)),
    });
    seat.listen(this);
  }

  /** Makes the guest and gives its answer to `method`; to be called once, before anything else. */
  start(init: GuestInit, method: string, params: JsonValue): Promise<JsonValue> {
    return this.#request(method, params, (text) => this.#seat.start(init, text));
  }

  call(method: string, params: JsonValue, options: SandboxCallOptions = {}): Promise<JsonValue> {
    return this.#request(method, params, (text) => this.#seat.deliver(text), options);
  }

  notify(method: string, params: JsonValue): void {
    if (this.#exit !== undefined) return;
    this.#deliver(writeGuestMessage(method, params));
  }

  dispose(): Promise<void> {
    this.#disposing ??= this.#dispose();
    return this.#disposing;
  }

  async usage(): Promise<SandboxUsage> {
    await this.#endOfTurn();
    if (!this.#gone) this.#lastCpuMillis = await this.#seat.cpuMillis().catch(() => this.#lastCpuMillis);
    // The first call is the host's own `initialize`.
    return { cpuMillis: this.#lastCpuMillis, memoryBytes: this.#seat.progress.memoryBytes(), calls: Math.max(0, this.#pending.issued - 1) };
  }

  /** A guest's memory is counted as its turn ends, a moment after its answer has left. A turn that goes on is not waited for. */
  async #endOfTurn(): Promise<void> {
    for (let waited = 0; waited < TURN_END_MILLIS && !this.#gone && this.#watch.unhandled > 0; waited++) await pause(1);
  }

  message(text: string): void {
    if (this.#exit !== undefined) return this.#hearLastWords(text);
    try {
      const message = readGuestMessage(text);
      if (message.kind === "response") {
        this.#seat.read(text.length);
        this.#settle(message.response);
      } else if (message.request.id !== undefined) void this.#requests.request(text, message.request.id);
      else if (isCallNotice(message.request)) this.#hear(text, message.request);
      else void this.#requests.notification(text);
    } catch (error) {
      this.#end(killedExit(AmbitError.isInstance(error) ? error : protocolError("It could not be read.", error)));
    }
  }

  asked(text: string): void {
    if (this.#exit === undefined) this.#requests.ask(text);
    else this.#seat.stopAsking();
  }

  note(note: WorkerNote): void {
    if (note.note === "failed") this.#end(failedExit(note));
    else this.rubbish();
  }

  rubbish(): void {
    this.#end(killedExit(protocolError("It is not of a known form.")));
  }

  gone(end: SeatEnd): void {
    this.#gone = true;
    this.#whenGone();
    if (this.#exit === undefined) this.#end(crashExit(end, this.#memoryMb, this.#seat.output()));
  }

  /** A guest that is being closed has nobody to ask; what it only tells, such as the last lines of its log, is not lost. */
  #hearLastWords(text: string): void {
    if (this.#exit?.kind !== "disposed" || this.#gone) return;
    try {
      const message = readGuestMessage(text);
      if (message.kind === "request" && message.request.id === undefined && !isCallNotice(message.request)) this.#lastWords.push(this.#requests.notification(text));
    } catch {
      // It ends already.
    }
  }

  #request(method: string, params: JsonValue, post: (text: string) => void, options: SandboxCallOptions = {}): Promise<JsonValue> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      this.#refuseIfClosed(signal);
      const id = this.#pending.nextId();
      const text = writeGuestMessage(method, params, id);
      const sent = this.#watch.send();
      this.#sentUnits += text.length;
      post(text);
      const release = signal === undefined ? ignore : onAbort(signal, () => this.#cancel(call));
      const call: PendingCall = { id, method, ...sent, resolve, reject, release, options };
      this.#pending.add(call);
      this.#watch.hold();
    });
  }

  #refuseIfClosed(signal: AbortSignal | undefined): void {
    if (this.#exit !== undefined) throw stopped();
    if (signal?.aborted) throw cancelled();
    if (this.#pending.size >= PENDING_CALLS || this.#inboxFull()) {
      throw new AmbitError("LIMIT_EXCEEDED", `More than ${PENDING_CALLS} calls wait for the plugin.`, { limit: "pendingCalls" });
    }
  }

  #settle(response: RpcResponse): void {
    const call = this.#pending.takeAnswered(response.id);
    if (call === "late") return;
    if (call === "unknown") return this.#end(killedExit(protocolError("It answers a call that was not made.")));
    this.#watch.hold();
    if ("error" in response) call.reject(fromErrorReply(response.error));
    else call.resolve(response.result);
  }

  /** Hands a notice on to the caller that it is about. Nothing of it is kept, so a guest may send as many as its credit lets it. */
  #hear(text: string, request: RpcRequest): void {
    this.#seat.read(text.length);
    tellCaller(request, (id) => this.#pending.find(id)?.options);
  }

  #cancel(call: PendingCall): void {
    this.#abandon(call, cancelled());
    this.notify("call/cancel", { id: call.id });
  }

  #abandon(call: PendingCall, error: AmbitError): void {
    this.#pending.abandon(call, error);
    this.#watch.hold();
  }

  #deliver(text: string): void {
    if (this.#exit !== undefined) return;
    if (this.#inboxFull()) {
      const error = new AmbitError("LIMIT_EXCEEDED", "The plugin does not read what is sent to it.", { limit: "pendingCalls" });
      return this.#end(killedExit(error));
    }
    this.#watch.send();
    this.#sentUnits += text.length;
    this.#seat.deliver(text);
  }

  #answer(text: string): void {
    if (this.#exit === undefined) this.#seat.answer(text);
    else this.#seat.stopAsking();
  }

  #inboxFull(): boolean {
    return this.#watch.unhandled >= INBOX_MESSAGES || (this.#sentUnits - this.#seat.progress.takenUnits()) >>> 0 > INBOX_UNITS;
  }

  /** Ends the instance by force. The calls under way end when it is dead, so that who hears of it can start the next one. */
  #end(exit: SandboxExit): void {
    if (this.#exit !== undefined) return;
    this.#exit = exit;
    this.#watch.stop();
    void this.#kill(exit, exit.error ?? stopped());
  }

  async #kill(exit: SandboxExit, error: Error): Promise<void> {
    const timer = setTimeout(() => this.#pending.rejectAll(error), DEATH_MILLIS);
    const dead = await endsWithin(this.#seat.kill(), STUCK_MILLIS);
    clearTimeout(timer);
    if (!dead) this.#seat.hold(false);
    this.#resolveExited(dead ? exit : stuckExit(error));
    this.#pending.rejectAll(error);
  }

  async #dispose(): Promise<void> {
    if (this.#exit === undefined) {
      this.#seat.deliver(writeGuestMessage("shutdown", {}));
      const exit: SandboxExit = { kind: "disposed" };
      this.#exit = exit;
      this.#watch.stop();
      this.#pending.rejectAll(stopped());
      this.#seat.stopAsking();
      this.#seat.hold(true);
      this.#seat.end();
      await this.#waitUntilGone();
      await endsWithin(Promise.all(this.#lastWords).then(ignore), this.#graceMillis);
      await this.#kill(exit, stopped());
    }
    await this.exited;
  }

  /** Waits for the seat to end by itself, at most the grace. */
  async #waitUntilGone(): Promise<void> {
    if (this.#gone) return;
    await endsWithin(new Promise<void>((resolve) => (this.#whenGone = resolve)), this.#graceMillis);
  }
}

function ignore(): void {}

function onAbort(signal: AbortSignal, act: () => void): () => void {
  signal.addEventListener("abort", act, { once: true });
  return () => signal.removeEventListener("abort", act);
}

function stopped(): AmbitError {
  return new AmbitError("INSTANCE_STOPPED", "The plugin's instance has stopped.");
}

function cancelled(): AmbitError {
  return new AmbitError("CALL_CANCELLED", "The caller gave up before the plugin answered.");
}

function protocolError(why: string, cause?: unknown): AmbitError {
  return new AmbitError("GUEST_PROTOCOL", `The plugin sent what is no message. ${why}`, { cause });
}
