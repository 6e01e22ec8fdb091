import { AmbitError, type CapabilityProxy, type HostStore } from "@ambit/api-types";
import { defineProxy } from "../proxy/define-proxy.ts";
import { scopeOf } from "../proxy/store-scope.ts";

/**
 * The proxy of `secrets/get`. The judge has checked that the name is declared and granted. The value goes to the guest alone:
 * no error of this proxy holds one.
 */
export function secretsProxy(store: HostStore["secrets"]): CapabilityProxy {
  return defineProxy("secrets/get", async ({ name }, { instance }) => {
    const value = await readSecret(() => store.get(scopeOf(instance), name));
    if (value === undefined) throw new AmbitError("SECRET_NOT_SET", `Nobody has set the secret "${name}".`, { target: name });
    return { result: { value } };
  });
}

async function readSecret(read: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await read();
  } catch (error) {
    throw AmbitError.isInstance(error) ? error : new AmbitError("STORE_FAILED", "The host's store failed.", { cause: error });
  }
}
