import type { Readable, Writable } from "node:stream";
import { CommandRunner, type RunningCommand } from "./command-runner.ts";
import { diskUsage } from "./disk-usage.ts";
import { FRAME_BYTES, type Frame, type FrameKind, FrameReader, encodeFrame, frameKind } from "./frames.ts";
import { FileFailure, readInto, statOf } from "./guest-files.ts";
import { IncomingFile } from "./incoming-file.ts";
import { type Stopped, continueProcesses, endProcesses, everyOther, stopProcesses } from "./process-tree.ts";
import type { ExecRequest, Failure, SupervisorRequest, SupervisorTerms } from "./requests.ts";

/** What a request that is under way hears of its host. */
interface UnderWay {
  data?(piece: Buffer): void;
  end?(): void;
  cancel?(): void;
}

/** Answers the host's requests, several at once. */
export class Supervisor {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #commands: CommandRunner;
  readonly #partPrefix: string;
  readonly #underWay = new Map<number, UnderWay>();
  readonly #running = new Set<RunningCommand>();
  #frozen: readonly Stopped[] = [];
  /** Readers that wait for the host to take bytes: all for the same moment. */
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(terms: SupervisorTerms, input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
    this.#commands = new CommandRunner(terms);
    this.#partPrefix = terms.partPrefix;
  }

  /** Begins to take requests; ends the process when the host is gone. */
  start(): void {
    const reader = new FrameReader();
    this.#input.on("data", (chunk: Buffer) => {
      for (const frame of reader.read(chunk)) this.#take(frame);
    });
    this.#input.on("end", () => process.exit(0));
    this.#output.on("error", () => process.exit(0));
    this.#output.on("drain", () => {
      this.#drained?.resolve();
      this.#drained = undefined;
      for (const command of this.#running) command.resume();
    });
    this.#send(frameKind.ready, 0);
  }

  #take({ kind, id, payload }: Frame): void {
    const one = this.#underWay.get(id);
    if (kind === frameKind.request) this.#begin(id, JSON.parse(payload.toString()) as SupervisorRequest);
    else if (kind === frameKind.data) one?.data?.(payload);
    else if (kind === frameKind.end) one?.end?.();
    else if (kind === frameKind.cancel) one?.cancel?.();
  }

  #begin(id: number, request: SupervisorRequest): void {
    if (request.op === "exec") return this.#exec(id, request);
    if (request.op === "write") return this.#write(id, request.path);
    if (request.op === "read") return this.#read(id, request);
    this.#answer(id, this.#simple(request));
  }

  #simple(request: Exclude<SupervisorRequest, { readonly op: "exec" | "read" | "write" }>): Promise<unknown> {
    switch (request.op) {
      case "ping":
        return Promise.resolve({ clean: true });
      case "stat":
        return statOf(request.path);
      case "kill":
        return this.#kill(request.tags);
      case "freeze":
        this.#frozen = [...this.#frozen, ...stopProcesses(everyOther())];
        return Promise.resolve({ clean: true });
      case "thaw":
        continueProcesses(this.#frozen);
        this.#frozen = [];
        return Promise.resolve({ clean: true });
      case "usage":
        return diskUsage(request.folders).then((bytes) => ({ bytes }));
    }
  }

  async #kill(tags: readonly string[] | undefined): Promise<{ clean: boolean }> {
    if (tags !== undefined) return { clean: await this.#commands.end(tags) };
    await this.#commands.endNumbers(() => true);
    return { clean: await endProcesses(everyOther()) };
  }

  #exec(id: number, request: ExecRequest): void {
    const command = this.#commands.run(request, {
      started: () => this.#send(frameKind.started, id),
      output: (stream, piece) => this.#send(stream === "stdout" ? frameKind.stdout : frameKind.stderr, id, piece),
      ended: (answer) => {
        this.#running.delete(command);
        this.#finish(id, answer);
      },
      failed: (failure) => {
        this.#running.delete(command);
        this.#fail(id, failure);
      },
    });
    this.#running.add(command);
    this.#underWay.set(id, { cancel: () => command.cancel() });
  }

  #read(id: number, { path, maxBytes }: { readonly path: string; readonly maxBytes: number }): void {
    let cancelled = false;
    this.#underWay.set(id, { cancel: () => void (cancelled = true) });
    this.#answer(
      id,
      readInto(path, maxBytes, async (piece) => {
        if (cancelled) throw new FileFailure("It was given up.");
        if (!this.#send(frameKind.data, id, piece)) await (this.#drained ??= Promise.withResolvers<void>()).promise;
      }),
    );
  }

  #write(id: number, path: string): void {
    const file = new IncomingFile(path, this.#partPrefix, this.#input);
    this.#underWay.set(id, file);
    this.#answer(id, file.done);
  }

  #answer(id: number, work: Promise<unknown>): void {
    work.then(
      (value) => this.#finish(id, value),
      (error: unknown) => this.#fail(id, error instanceof FileFailure ? { reason: error.reason, message: error.message } : { reason: "files", message: "It failed." }),
    );
  }

  #finish(id: number, value: unknown): void {
    this.#underWay.delete(id);
    this.#send(frameKind.done, id, JSON.stringify(value));
  }

  #fail(id: number, failure: Failure): void {
    this.#underWay.delete(id);
    this.#send(frameKind.failed, id, JSON.stringify(failure));
  }

  /** False where the host should be waited for. Pieces are never larger than a frame may be. */
  #send(kind: FrameKind, id: number, payload: Uint8Array | string = ""): boolean {
    return this.#output.write(encodeFrame(kind, id, typeof payload === "string" ? payload : payload.subarray(0, FRAME_BYTES)));
  }
}
