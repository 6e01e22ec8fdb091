import type { Readable } from "node:stream";

const MOST_CHARACTERS = 4096;

/** What bubblewrap tells of a child: which process is the first of its namespace, and how it ended. */
export class ChildStatus {
  #text = "";
  #initPid: number | undefined;
  #exitCode: number | undefined;
  /** Settles when all has been read: when the wrapper has ended. */
  readonly read: Promise<void>;

  /** @param onInit is called once, as soon as the first process is known. */
  constructor(stream: Readable, onInit: (pid: number) => void) {
    stream.setEncoding("utf8");
    stream.on("error", () => undefined);
    this.read = new Promise((resolve) => stream.once("close", resolve));
    stream.on("data", (text: string) => {
      this.#text = (this.#text + text).slice(-MOST_CHARACTERS);
      const before = this.#initPid;
      this.#initPid ??= numberAfter(this.#text, "child-pid");
      this.#exitCode ??= numberAfter(this.#text, "exit-code");
      if (before === undefined && this.#initPid !== undefined) onInit(this.#initPid);
    });
  }

  /** First process of the child's namespace, as the host counts. */
  get initPid(): number | undefined {
    return this.#initPid;
  }

  /** Exit code of the program; undefined while it runs, and for ever where it was never begun. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }
}

function numberAfter(text: string, key: string): number | undefined {
  const digits = new RegExp(`"${key}": (\\d+)`).exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
