import { AmbitError, type Guest, parseBoundedJson, readRpcMessage, type RpcId, type RpcMessage, toErrorReply } from "@ambit/api-types/guest";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import { type InstanceSnapshot, restoreSnapshot } from "../snapshot/instance-snapshot.ts";
import type { StateNames } from "../snapshot/expose-state.ts";
import { endError } from "./end-error.ts";
import { readGuestLine, withId } from "./message-ids.ts";
import { snapshotAfter } from "./snapshot-after.ts";
import { TurnInstance, type TurnParts } from "./turn-instance.ts";

/** One call, and the instance that answers it. */
interface ActiveCall {
  readonly instance: TurnInstance;
  /** The call's id; undefined for a notification. */
  readonly id: RpcId | undefined;
  answered: boolean;
  /** The instance's own ids of what it asked the host, by the ids that went out. */
  readonly asked: Map<number, RpcId>;
}

/**
 * A reactor with a pristine instance for each call: the first one is initialised and copied, and each message that begins
 * something gets a fresh one with that state. One is alive at a time; what comes meanwhile waits.
 */
export class PerCallGuest implements Guest {
  readonly #parts: TurnParts;
  readonly #state: StateNames;
  readonly #waiting: string[] = [];
  #snapshot: InstanceSnapshot | undefined;
  #active: ActiveCall | undefined;
  #lastId = 0;
  #memoryBytes = 0;

  constructor(parts: TurnParts, state: StateNames) {
    this.#parts = parts;
    this.#state = state;
  }

  receive(message: string): void {
    if (this.#snapshot === undefined) return this.#initialize(message);
    const read = readRpcMessage(parseBoundedJson(message));
    if (read.kind === "response") this.#answer(message, read.response.id);
    // What is told during a call, such as a timer of its own, is told to the instance that is alive.
    else if (read.request.id === undefined && this.#active !== undefined) this.#turn(this.#active, message);
    else this.#waiting.push(message);
    this.#work();
  }

  memoryBytes(): number {
    return this.#memoryBytes;
  }

  dispose(): void {
    this.#active?.instance.close();
    this.#parts.folders.close();
  }

  #initialize(message: string): void {
    const first = snapshotAfter(this.#parts, this.#state, message);
    this.#snapshot = first.snapshot;
    this.#memoryBytes = first.snapshot.memoryBytes;
    for (const line of first.lines) this.#parts.port.send(line);
  }

  /** Begins what waits while nothing is under way. */
  #work(): void {
    while (this.#active === undefined) {
      const message = this.#waiting.shift();
      if (message === undefined) return;
      this.#begin(message);
    }
  }

  #begin(message: string): void {
    const read: RpcMessage = readRpcMessage(JSON.parse(message));
    const id = read.kind === "request" ? read.request.id : undefined;
    const instance = new TurnInstance(this.#parts, (line) => this.#take(line));
    this.#active = { instance, id, answered: id === undefined, asked: new Map() };
    // Set when the first message came, before any other.
    if (this.#snapshot !== undefined) restoreSnapshot(instance.guest.instance, instance.guest.memory, this.#state, this.#snapshot);
    this.#turn(this.#active, message);
  }

  #answer(message: string, id: RpcId | null): void {
    const call = this.#active;
    const own = typeof id === "number" ? call?.asked.get(id) : undefined;
    // The one who asked is gone.
    if (call === undefined || own === undefined || typeof id !== "number") return;
    call.asked.delete(id);
    this.#turn(call, withId(message, own));
  }

  #turn(call: ActiveCall, message: string): void {
    const outcome = call.instance.turn(message);
    this.#memoryBytes = call.instance.guest.memoryBytes + (this.#snapshot?.memoryBytes ?? 0);
    if (outcome.kind !== "returned") this.#fail(call, outcome);
    else if (!call.answered || call.asked.size > 0) return;
    call.instance.close();
    this.#active = undefined;
  }

  /** Ends one call; the next one gets an instance of its own, so nothing of this end is left. */
  #fail(call: ActiveCall, outcome: RunOutcome): void {
    const error = endError(outcome) ?? new AmbitError("GUEST_EXITED", "The plugin ended itself.", { exitCode: 0 });
    if (call.answered || call.id === undefined) return;
    this.#parts.port.send(JSON.stringify({ jsonrpc: "2.0", id: call.id, error: toErrorReply(error) }));
  }

  /** Ids of pristine instances all begin anew, so that those that go out are this guest's own. */
  #take(line: string): void {
    const call = this.#active;
    if (call === undefined) return;
    const read = readGuestLine(line);
    if (read.kind === "request") {
      call.asked.set(++this.#lastId, read.id);
      return this.#parts.port.send(withId(line, this.#lastId));
    }
    if (read.kind === "answer" && read.id === call.id) call.answered = true;
    this.#parts.port.send(line);
  }
}
