import { AmbitError, type CapabilityProxy, type HostStore } from "@ambit/api-types";
import { defineProxy } from "../proxy/define-proxy.ts";
import { fromStore } from "../proxy/from-store.ts";
import { scopeOf } from "../proxy/store-scope.ts";

/**
 * The proxy of `secrets/get`. The judge has checked that the name is declared and granted. The value goes to the guest alone:
 * no error of this proxy holds one.
 */
export function secretsProxy(store: HostStore["secrets"]): CapabilityProxy {
  return defineProxy("secrets/get", async ({ name }, { instance }) => {
    const value = await fromStore(() => store.get(scopeOf(instance), name));
    if (value === undefined) throw new AmbitError("SECRET_NOT_SET", `Nobody has set the secret "${name}".`, { target: name });
    return { result: { value } };
  });
}
