import type { ExecResult } from "@ambit/api-types";

/** Output of one command, at most so many bytes of both streams together. The supervisor keeps to the same bound; it is not believed. */
export class KeptOutput {
  readonly #kept: Readonly<Record<"stdout" | "stderr", Buffer[]>> = { stdout: [], stderr: [] };
  #room: number;
  #dropped = false;

  constructor(maxBytes: number) {
    this.#room = maxBytes;
  }

  take(stream: "stdout" | "stderr", piece: Buffer): void {
    const kept = piece.subarray(0, this.#room);
    if (kept.length < piece.length) this.#dropped = true;
    this.#room -= kept.length;
    if (kept.length > 0) this.#kept[stream].push(kept);
  }

  /** What a result says of the output. */
  kept(truncated: boolean): Pick<ExecResult, "stdout" | "stderr" | "truncated"> {
    const { stdout, stderr } = this.#kept;
    return { stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString(), truncated: truncated || this.#dropped };
  }
}
