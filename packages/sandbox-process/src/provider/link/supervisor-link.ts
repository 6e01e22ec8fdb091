import { SANDBOX_PATH_BYTES } from "@ambit/api-types";
import type { ConfinedChild } from "../../confine/confined-child.ts";
import { FRAME_BYTES, type Frame, type FrameKind, FrameReader, encodeFrame, frameKind } from "../supervisor/frames.ts";
import type { Failure, SupervisorRequest } from "../supervisor/requests.ts";
import { readFailure } from "./read-answer.ts";

/** What one request hears. */
export interface LinkEvents {
  started?(): void;
  data?(piece: Buffer): void;
  stdout?(piece: Buffer): void;
  stderr?(piece: Buffer): void;
  /** Its last event, with the answer as it came. */
  done(answer: unknown): void;
  /** Its last event. */
  failed(failure: Failure): void;
  /** Its last event: the instance ended. */
  lost(): void;
}

/** A request that is under way. */
export interface LinkRequest {
  /** Sends bytes; settles when the supervisor has room for more. */
  data(piece: Uint8Array): Promise<void>;
  end(): void;
  cancel(): void;
}

const DONE: ReadonlySet<FrameKind> = new Set<FrameKind>([frameKind.done, frameKind.failed]);
/** Frames to requests that are over, for each request that was made: more of them come from something that is no supervisor. */
const STRAYS = 1000;
const MOST_COMPLAINT = SANDBOX_PATH_BYTES;

/** The host's side of the frames between it and one supervisor. What breaks the rules ends the instance. */
export class SupervisorLink {
  readonly #child: ConfinedChild;
  readonly #waiting = new Map<number, LinkEvents>();
  #last = 0;
  #over = false;
  #isReady = false;
  #complaint = "";
  #strays = 0;
  #drained: PromiseWithResolvers<void> | undefined;
  /** Resolves when the supervisor takes requests; rejects where it never will. */
  readonly ready: Promise<void>;
  /** Resolves when no process of the instance is left. */
  readonly ended: Promise<void>;

  constructor(child: ConfinedChild) {
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.ready.catch(() => undefined);
    const reader = new FrameReader();
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        for (const frame of reader.read(chunk)) {
          if (frame.kind !== frameKind.ready) this.#take(frame);
          else if (this.#isReady) throw new RangeError("It was ready already.");
          else this.#begin(ready.resolve);
        }
      } catch {
        void child.stop();
      }
    });
    child.stderr.on("data", (chunk: Buffer) => (this.#complaint = (this.#complaint + chunk.toString()).slice(-MOST_COMPLAINT)));
    child.stdin.on("drain", () => this.#goOn());
    this.ended = child.exited.then(() => {
      this.#over = true;
      this.#goOn();
      ready.reject(new Error(`The supervisor ended: ${this.#complaint}`));
      for (const one of this.#waiting.values()) one.lost();
      this.#waiting.clear();
    });
  }

  /** Whether the instance runs. */
  get alive(): boolean {
    return !this.#over;
  }

  /** Sends a request. Its events come until the last one. */
  request(request: SupervisorRequest, events: LinkEvents): LinkRequest {
    const id = ++this.#last;
    if (this.#over) {
      queueMicrotask(() => events.lost());
    } else {
      this.#waiting.set(id, events);
      this.#send(frameKind.request, id, JSON.stringify(request));
    }
    return {
      data: async (piece) => {
        for (let at = 0; at < piece.length && this.#waiting.has(id); at += FRAME_BYTES) await this.#room(this.#send(frameKind.data, id, piece.subarray(at, at + FRAME_BYTES)));
      },
      end: () => void (this.#waiting.has(id) && this.#send(frameKind.end, id)),
      cancel: () => void this.#send(frameKind.cancel, id),
    };
  }

  /** Ends the instance. */
  stop(): Promise<void> {
    return this.#child.stop();
  }

  #send(kind: FrameKind, id: number, payload: Uint8Array | string = ""): boolean {
    return this.#over || this.#child.stdin.write(encodeFrame(kind, id, payload));
  }

  /** Waits for the supervisor to take what was sent. All requests wait for the same moment. */
  #room(free: boolean): Promise<void> | undefined {
    if (free || this.#over) return undefined;
    this.#drained ??= Promise.withResolvers<void>();
    return this.#drained.promise;
  }

  #goOn(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
  }

  #take({ kind, id, payload }: Frame): void {
    const one = this.#waiting.get(id);
    // The end of a request that was given up may still be on its way.
    if (one === undefined) {
      if (++this.#strays > STRAYS * (this.#last + 1)) throw new RangeError("Nobody asked for that.");
      return;
    }
    // Read before the request is forgotten: one whose answer is no JSON is told of the end of its instance.
    const answer: unknown = DONE.has(kind) ? JSON.parse(payload.toString()) : undefined;
    if (DONE.has(kind)) this.#waiting.delete(id);
    if (kind === frameKind.done) one.done(answer);
    else if (kind === frameKind.failed) one.failed(readFailure(answer));
    else this.#event(kind, one, payload);
  }

  /** What comes on the way. What its request does not expect, and what says nothing, would be taken without end. */
  #event(kind: FrameKind, one: LinkEvents, payload: Buffer): void {
    const take = kind === frameKind.started ? one.started : kind === frameKind.data ? one.data : kind === frameKind.stdout ? one.stdout : kind === frameKind.stderr ? one.stderr : undefined;
    if (take === undefined || (kind !== frameKind.started && payload.length === 0)) throw new RangeError("Nobody asked for that.");
    take.call(one, payload);
  }

  #begin(ready: () => void): void {
    this.#isReady = true;
    ready();
  }
}
