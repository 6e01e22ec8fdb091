/** A root that can't be opened or confined on this system. The message holds no path; `cause` is the system's error, for the host's log. */
export class RootUnavailableError extends Error {
  override readonly name = "RootUnavailableError";

  constructor(reason: string, cause?: unknown) {
    super(`The root is not available: ${reason}.`, cause === undefined ? undefined : { cause });
  }
}
