import { AmbitError } from "@ambit/api-types";

/**
 * Makes what the system says of the host's own files and programs an error of the contract: its words name paths of the host.
 *
 * @throws AmbitError as it was thrown, or `SANDBOX_FAILED` with the rest as its cause.
 */
export async function providerErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (AmbitError.isInstance(cause)) throw cause;
    const full = (cause as Partial<NodeJS.ErrnoException> | undefined)?.code === "ENOSPC";
    throw new AmbitError("SANDBOX_FAILED", `${full ? "The disk of the host is full." : "The sandbox could not be changed."} The host's log has the details.`, { cause });
  }
}
