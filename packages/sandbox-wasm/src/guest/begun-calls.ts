import { AmbitError, type GuestPort, MESSAGE_BYTES, parseBoundedJson, PENDING_CALLS, readRpcMessage, type RpcId } from "@ambit/api-types/guest";
import type { WasmMemory } from "../engine/web-assembly.ts";
import { failure, GuestTexts } from "./guest-texts.ts";
import { withId } from "./message-ids.ts";

/** Module under which a guest imports the two functions. */
export const beginModuleName = "ambit";

/** Field of that module by which a guest begins a call. */
export const beginFieldName = "start";

/** Field of that module by which a guest waits for a call that it began. */
export const waitFieldName = "wait";

/** Most UTF-16 units of requests that are begun and not waited for, in all. */
const MOST_UNITS: number = 4 * MESSAGE_BYTES;

/** What the ids of begun calls begin with on their way to the host. */
const ID_PREFIX = "ambit-begun-";

/** A call that was begun. */
interface BegunCall {
  readonly units: number;
  /** Its request, where it is made when it is waited for. */
  request?: string;
  /** Its own id, where its answer comes with another. */
  readonly id?: RpcId;
  answer?: string;
  /** Called when the answer is here. */
  arrived?: () => void;
}

/**
 * The door of one instance for several calls at once: `start(request, request_length) -> handle` begins one, and
 * `wait(handle, answer, answer_capacity) -> length` gives its answer, as often as the room was too small for it. Where the
 * guest can be suspended the calls are under way together; elsewhere each is made when it is waited for, with the same answers.
 */
export class BegunCalls {
  readonly #port: GuestPort;
  readonly #texts: GuestTexts;
  readonly #suspends: boolean;
  readonly #calls = new Map<number, BegunCall>();
  #units = 0;
  #last = 0;

  /**
   * @param suspends Whether `waitSuspending` is what the guest imports as `wait`.
   * @param refuse Traps the guest; called for ranges outside its memory.
   */
  constructor(port: GuestPort, suspends: boolean, refuse: () => never) {
    this.#port = port;
    this.#suspends = suspends;
    this.#texts = new GuestTexts(refuse);
  }

  attach(memory: WasmMemory): void {
    this.#texts.attach(memory);
  }

  /** Begins a call; its handle is a number above 0. */
  readonly start = (request: number, length: number): number => {
    const given = this.#texts.read(request, length);
    const handle = ++this.#last;
    this.#calls.set(handle, "text" in given ? this.#begin(handle, given.text) : { units: 0, answer: given.answer });
    return handle;
  };

  /** The answer of a call that was begun; 0 for a handle that is none, or whose answer was taken. Blocks. */
  readonly wait = (handle: number, answer: number, capacity: number): number => {
    const call = this.#calls.get(handle);
    if (call === undefined) return 0;
    if (call.answer === undefined) call.answer = this.#port.ask(call.request ?? "");
    return this.#give(handle, call, answer, capacity);
  };

  /** The same, for an engine that suspends the guest meanwhile. */
  readonly waitSuspending = async (handle: number, answer: number, capacity: number): Promise<number> => {
    const call = this.#calls.get(handle);
    if (call === undefined) return 0;
    if (call.answer === undefined) await new Promise<void>((resolve) => (call.arrived = resolve));
    return this.#give(handle, call, answer, capacity);
  };

  /** Takes an answer of the host where it is one to a begun call; tells whether it was. */
  take(message: string, id: RpcId | null): boolean {
    if (typeof id !== "string" || !id.startsWith(ID_PREFIX)) return false;
    const call = this.#calls.get(Number(id.slice(ID_PREFIX.length)));
    if (call !== undefined && call.answer === undefined) {
      call.answer = call.id === undefined ? message : withId(message, call.id);
      call.arrived?.();
    }
    return true;
  }

  #begin(handle: number, text: string): BegunCall {
    if (this.#calls.size >= PENDING_CALLS || this.#units + text.length > MOST_UNITS) {
      return { units: 0, answer: failure(new AmbitError("LIMIT_EXCEEDED", `More than ${PENDING_CALLS} calls are begun, or they are too large together.`, { limit: "pendingCalls" })) };
    }
    this.#units += text.length;
    if (!this.#suspends) return { units: text.length, request: text };
    const id = requestId(text);
    // What is no request has no answer that could be told by an id, so the host says at once what it is.
    if (id === undefined) return { units: text.length, answer: this.#port.ask(text) };
    this.#port.send(withId(text, `${ID_PREFIX}${handle}`));
    return { units: text.length, id };
  }

  #give(handle: number, call: BegunCall, at: number, capacity: number): number {
    const length = this.#texts.write(call.answer ?? "", at, capacity);
    if (length <= capacity >>> 0 && this.#calls.delete(handle)) this.#units -= call.units;
    return length;
  }
}

/** The id of a message that is a request; undefined for a notification and for what is no request. */
function requestId(text: string): RpcId | undefined {
  try {
    const read = readRpcMessage(parseBoundedJson(text));
    return read.kind === "request" ? read.request.id : undefined;
  } catch (error) {
    if (AmbitError.isInstance(error)) return undefined;
    throw error;
  }
}
