import { AmbitError, timerMillis } from "@ambit/api-types";
import type { Readable } from "node:stream";
import { z } from "zod";
import type { DockerEngine } from "../engine/docker-engine.ts";
import { StreamFrames } from "../engine/stream-frames.ts";

const POLL_MILLIS = 300;
const LATE_OUTPUT_MILLIS = 100;
const ABSENT = 404;
const CONFLICT = 409;

/** What a container runs beside its keeper. */
export interface ExecSpec {
  readonly words: readonly string[];
  readonly env: readonly string[];
  readonly cwd: string;
  /** User of the image; the image's own where absent. */
  readonly user: string | undefined;
}

/** Something that runs in a container. */
export class ContainerExec {
  readonly #engine: DockerEngine;
  readonly #id: string;
  readonly #stream: Readable;

  private constructor(engine: DockerEngine, id: string, stream: Readable) {
    this.#engine = engine;
    this.#id = id;
    this.#stream = stream;
  }

  /** Starts it. Undefined: the container does not run, or is gone. */
  static async start(engine: DockerEngine, container: string, spec: ExecSpec, take: (stream: "stdout" | "stderr", piece: Buffer) => void, signal?: AbortSignal): Promise<ContainerExec | undefined> {
    const body = { Cmd: spec.words, Env: spec.env, WorkingDir: spec.cwd, AttachStdout: true, AttachStderr: true, ...(spec.user !== undefined && { User: spec.user }) };
    const made = await engine.ask({ method: "POST", path: `/containers/${container}/exec`, json: body, expect: [ABSENT, CONFLICT], ...(signal !== undefined && { signal }) });
    if (made.status >= 400) return undefined;
    const { Id } = z.object({ Id: z.string() }).parse(made.value);
    signal?.throwIfAborted();
    const stream = await engine.stream({ method: "POST", path: `/exec/${Id}/start`, json: { Detach: false, Tty: false } });
    const frames = new StreamFrames(take);
    stream.on("data", (chunk: Buffer) => frames.read(chunk));
    return new ContainerExec(engine, Id, stream);
  }

  /**
   * Waits for its end and gives its exit code. What it left behind may hold its streams open, so the engine is asked as well.
   *
   * @throws AmbitError `SANDBOX_FAILED` where it could not be begun, or its instance ended.
   */
  async ended(): Promise<number> {
    try {
      await this.#streamEnd();
      for (;;) {
        const state = await this.#state();
        if (!state.Running) return exitCode(state.ExitCode);
        await Promise.race([this.#streamEnd(), wait(POLL_MILLIS)]);
      }
    } finally {
      this.#stream.destroy();
    }
  }

  /** Until the stream ends, or the command has without it. */
  async #streamEnd(): Promise<void> {
    if (this.#stream.closed || this.#stream.readableEnded) return wait(1);
    const end = new Promise<void>((resolve) => {
      for (const event of ["end", "close", "error"]) this.#stream.once(event, () => resolve());
    });
    for (;;) {
      const ended = await Promise.race([end.then(() => true), wait(POLL_MILLIS).then(() => false)]);
      if (ended) return;
      if (!(await this.#state()).Running) return wait(LATE_OUTPUT_MILLIS);
    }
  }

  async #state(): Promise<{ readonly Running: boolean; readonly ExitCode: number | null }> {
    const { status, value } = await this.#engine.ask({ method: "GET", path: `/exec/${this.#id}/json`, expect: [ABSENT] });
    if (status === ABSENT) throw instanceEnded();
    return z.object({ Running: z.boolean(), ExitCode: z.int().nullable() }).parse(value);
  }
}

/** What a command ends in whose instance ended. */
function instanceEnded(): AmbitError {
  return new AmbitError("SANDBOX_FAILED", "The instance ended while it was at work. Its next use starts it again.");
}

function exitCode(code: number | null): number {
  if (code === null) throw instanceEnded();
  return code;
}

function wait(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timerMillis(millis)));
}
