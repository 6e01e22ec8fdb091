import type { Readable } from "node:stream";
import { FileFailure, FileWriting } from "./guest-files.ts";

/** Bytes that may wait to be written before no more are read. */
const MOST_WAITING = 1024 * 1024;

/** A file whose bytes come from the host, one piece after the other. */
export class IncomingFile {
  /** Settles when the file is in its place, or everything is as it was. */
  readonly done: Promise<Record<string, never>>;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  #work: Promise<FileWriting | undefined>;
  #over = false;
  #waiting = 0;
  readonly #source: Readable;

  /** @param source where the pieces come from: it waits while too many are not written yet. */
  constructor(path: string, partPrefix: string, source: Readable) {
    this.#source = source;
    const settled = Promise.withResolvers<Record<string, never>>();
    this.done = settled.promise;
    this.#resolve = () => settled.resolve({});
    this.#reject = settled.reject;
    this.#work = FileWriting.begin(path, partPrefix).catch((error: Error) => this.#stop(undefined, error));
  }

  data(piece: Buffer): void {
    this.#waiting += piece.length;
    if (this.#waiting > MOST_WAITING) this.#source.pause();
    this.#next(async (file) => {
      await file.write(piece);
      return file;
    });
    void this.#work.then(() => {
      this.#waiting -= piece.length;
      if (this.#waiting <= MOST_WAITING) this.#source.resume();
    });
  }

  end(): void {
    this.#next(async (file) => {
      await file.finish();
      this.#over = true;
      this.#resolve();
      return undefined;
    });
  }

  cancel(): void {
    this.#next((file) => this.#stop(file, new FileFailure("It was given up.")));
  }

  /** One piece at a time, in their order; nothing more after a failure. */
  #next(step: (file: FileWriting) => Promise<FileWriting | undefined>): void {
    this.#work = this.#work.then((file) => (file === undefined || this.#over ? undefined : step(file).catch((error: Error) => this.#stop(file, error))));
  }

  async #stop(file: FileWriting | undefined, error: Error): Promise<undefined> {
    this.#over = true;
    await file?.abandon();
    this.#reject(error);
  }
}
