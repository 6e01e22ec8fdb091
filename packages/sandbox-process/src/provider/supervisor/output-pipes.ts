import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, unlinkSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** Where pipes have names for a moment. In memory, and in nobody's files. */
const FOLDER = "/dev/shm/.ambit";
const BATCH = 64;
const FEW = 16;

/** One pipe: its end for a command, and the stream at the other end. */
export interface OutputPipe {
  readonly writeEnd: number;
  readonly stream: Readable;
}

/**
 * Pipes for the output of commands. Node makes sockets for that, which cannot be opened by name: a script that writes to `/dev/stderr` would
 * fail. The system's program makes many at once, ahead of their use, since starting it costs as much as a command.
 */
export class OutputPipes {
  readonly #program: string;
  readonly #ready: string[] = [];
  #made = 0;
  #making = false;

  constructor(program: string) {
    this.#program = program;
    mkdirSync(FOLDER, { mode: 0o700, recursive: true });
    const names = this.#names();
    if (spawnSync(program, names, { stdio: "ignore" }).status === 0) this.#ready.push(...names);
  }

  /** A fresh pipe; undefined where none can be had, and a socket must do. */
  take(): OutputPipe | undefined {
    if (this.#ready.length < FEW) this.#refill();
    for (let path = this.#ready.pop(); path !== undefined; path = this.#ready.pop()) {
      try {
        return openPipe(path);
      } catch {
        // A command removed it, or descriptors are few: the next one may do.
      }
    }
    return undefined;
  }

  #refill(): void {
    if (this.#making) return;
    this.#making = true;
    const names = this.#names();
    const child = spawn(this.#program, names, { stdio: "ignore" });
    const done = (): void => void (this.#making = false);
    child.once("error", done);
    child.once("exit", (code) => {
      if (code === 0) this.#ready.push(...names);
      done();
    });
  }

  #names(): string[] {
    return Array.from({ length: BATCH }, () => `${FOLDER}/${++this.#made}`);
  }
}

/** The reading end first, without waiting: then the other one need not be waited for either. */
function openPipe(path: string): OutputPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const writeEnd = openSync(path, constants.O_WRONLY);
    return { writeEnd, stream: new Socket({ fd: readEnd, readable: true, writable: false }) };
  } catch (error) {
    closeSync(readEnd);
    throw error;
  } finally {
    unlinkSync(path);
  }
}
