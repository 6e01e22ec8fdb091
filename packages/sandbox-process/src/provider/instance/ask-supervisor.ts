import { AmbitError } from "@ambit/api-types";
import type { z } from "zod";
import type { LinkRequest, SupervisorLink } from "../link/supervisor-link.ts";
import type { Failure, SupervisorRequest } from "../supervisor/requests.ts";

/** The instance ended while something was under way in it. */
export function instanceEnded(): AmbitError {
  return new AmbitError("SANDBOX_FAILED", "The instance ended while it was at work. Its next use starts it again.");
}

/** What a supervisor could not do, as an error. */
export function failureError({ reason, message }: Failure): AmbitError {
  if (reason === "full") return new AmbitError("LIMIT_EXCEEDED", `${message} There is no room for it: delete something, or give the environment a larger diskMb.`);
  return new AmbitError(reason === "files" ? "FILE_FAILED" : "SANDBOX_FAILED", message);
}

/** How a request goes beside its answer. */
export interface AskOptions {
  /** Takes bytes that come before the answer; a false one is a fault of the supervisor. */
  readonly data?: (piece: Buffer) => boolean;
  /** Sends what belongs to the request. */
  readonly send?: (request: LinkRequest) => void;
  /** Gives the request up. */
  readonly signal?: AbortSignal;
}

/** Asks a supervisor for something and reads its answer. A malformed one ends the instance. */
export function askSupervisor<T>(link: SupervisorLink, request: SupervisorRequest, schema: z.ZodType<T>, options: AskOptions = {}): Promise<T> {
  const answer = Promise.withResolvers<T>();
  const malformed = (): void => {
    void link.stop();
    answer.reject(instanceEnded());
  };
  const sent = link.request(request, {
    data: (piece) => (options.data?.(piece) === true ? undefined : malformed()),
    done: (value) => {
      const read = schema.safeParse(value);
      if (read.success) answer.resolve(read.data);
      else malformed();
    },
    failed: (failure) => answer.reject(failureError(failure)),
    lost: () => answer.reject(instanceEnded()),
  });
  const abort = (): void => {
    sent.cancel();
    answer.reject(options.signal?.reason as Error);
  };
  options.signal?.addEventListener("abort", abort, { once: true });
  if (options.signal?.aborted === true) abort();
  else options.send?.(sent);
  return answer.promise.finally(() => options.signal?.removeEventListener("abort", abort));
}
