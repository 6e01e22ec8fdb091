import { AmbitError, type LimitName, type Limits, timerMillis } from "@ambit/api-types";
import type { Seat } from "../placement/placement.ts";
import { CpuMeter } from "./cpu-meter.ts";
import type { PendingCall, PendingCalls } from "./pending-calls.ts";

/** What a {@link TurnWatch} does when time is up. */
export interface WatchOrders {
  /** Ends one call that the guest has not begun on. */
  expire(call: PendingCall, error: AmbitError): void;
  /** Ends the instance. */
  kill(error: AmbitError): void;
}

/** What the two clocks compared here may differ by, and what a message may take to reach its guest. */
const CLOCK_MILLIS = 20;

/**
 * Watches one guest while it has anything to do: the deadline of each call, the time of a turn that no call waits for, and
 * processor time. One timer, and none while the guest is idle.
 */
export class TurnWatch {
  readonly #seat: Seat;
  readonly #pending: PendingCalls;
  readonly #limits: Limits;
  readonly #orders: WatchOrders;
  readonly #cpu: CpuMeter;
  readonly #callMillis: number;
  #sent = 0;
  #busySince = 0;
  #unhandledSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #holding = false;
  #stopped = false;

  constructor(seat: Seat, pending: PendingCalls, limits: Limits, orders: WatchOrders) {
    this.#seat = seat;
    this.#pending = pending;
    this.#limits = limits;
    this.#orders = orders;
    this.#cpu = new CpuMeter(seat, limits.cpuMillis);
    this.#callMillis = limits.callSeconds * 1000;
  }

  /** Messages sent to the guest that it is not done with. */
  get unhandled(): number {
    return (this.#sent - this.#seat.progress.handled()) >>> 0;
  }

  /** Counts one message that is about to be sent; gives its number and the deadline of a call that it carries. */
  send(): { readonly message: number; readonly deadline: number } {
    const now = performance.now();
    if (this.unhandled === 0) {
      this.#unhandledSince = now;
      if (this.#pending.size === 0) this.#busySince = now;
    }
    this.#sent++;
    if (this.#timer === undefined && !this.#stopped) this.#arm(Math.min(this.#cpu.firstLook, this.#callMillis));
    return { message: this.#sent, deadline: now + this.#callMillis };
  }

  /** Keeps the process alive while calls wait; to be told whenever a call begins or ends. */
  hold(): void {
    const needed = this.#pending.size > 0;
    if (needed === this.#holding) return;
    this.#holding = needed;
    if (needed) this.#timer?.ref();
    else this.#timer?.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #busy(): boolean {
    return this.#pending.size > 0 || this.unhandled > 0;
  }

  #arm(millis: number): void {
    this.#timer = setTimeout(() => this.#tick(), timerMillis(Math.max(1, Math.ceil(millis))));
    if (!this.#holding) this.#timer.unref();
  }

  #tick(): void {
    this.#timer = undefined;
    if (!this.#busy()) return;
    const now = performance.now();
    const call = this.#callDue(now);
    const turn = this.#turnDue(now);
    const cpu = this.#stopped ? 0 : this.#cpu.look(now, this.#busySince, this.#pending.size, this.#pending.answered);
    if (this.#stopped) return;
    if (cpu === "over") return this.#orders.kill(overLimit("cpuMillis", `${this.#limits.cpuMillis} ms of processor time`));
    this.#arm(Math.min(call, turn, cpu));
  }

  /** Ends the calls whose time is up; gives the time until the next one is. */
  #callDue(now: number): number {
    for (let call = this.#pending.oldest(); call !== undefined && !this.#stopped; call = this.#pending.oldest()) {
      if (call.deadline > now) return call.deadline - now;
      this.#timeOut(call);
    }
    return this.#callMillis;
  }

  /** A guest that had its time is ended. One that was kept busy by earlier calls is not to blame: only the call ends. */
  #timeOut(call: PendingCall): void {
    const { progress } = this.#seat;
    const begun = progress.taken() >= call.message;
    const beganLate = progress.handled() < call.message && progress.turnAge() < this.#callMillis - CLOCK_MILLIS;
    if (begun && !beganLate) this.#orders.kill(this.#wallError());
    else this.#orders.expire(call, this.#wallError());
  }

  /** Ends a guest that is at one message for longer than a call may take, though no call waits for it. */
  #turnDue(now: number): number {
    if (this.#stopped || this.unhandled === 0) return this.#callMillis;
    const age = Math.min(now - this.#unhandledSince, this.#seat.progress.turnAge());
    if (age >= this.#callMillis) this.#orders.kill(this.#wallError());
    return this.#callMillis - age;
  }

  #wallError(): AmbitError {
    return overLimit("callSeconds", `${this.#limits.callSeconds} s`);
  }
}

function overLimit(limit: LimitName, amount: string): AmbitError {
  return new AmbitError("LIMIT_EXCEEDED", `The call took more than ${amount}.`, { limit });
}
