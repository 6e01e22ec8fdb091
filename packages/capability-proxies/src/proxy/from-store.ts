import { AmbitError } from "@ambit/api-types";

/** Runs a store operation; what it throws that is not ours becomes `STORE_FAILED`, so that a store's words stay on this side. */
export async function fromStore<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw AmbitError.isInstance(error) ? error : new AmbitError("STORE_FAILED", "The host's store failed.", { cause: error });
  }
}
