import type { CallMethod, CallParams, CallResult, CapabilityProxy, ProxyAnswer, ProxyRequest } from "@ambit/api-types";
import { refuseIfEnded } from "./ended-call.ts";

/** What a proxy answers, with the result typed by the call's entry in the table. */
export interface TypedAnswer<M extends CallMethod> extends Omit<ProxyAnswer, "result"> {
  readonly result: CallResult<M>;
}

/** The work of one proxy: parameters typed by the call's entry, and the request they came with. */
export type ProxyWork<M extends CallMethod> = (params: CallParams<M>, request: ProxyRequest) => Promise<TypedAnswer<M>> | TypedAnswer<M>;

/**
 * Makes the proxy of one call of the table. A call that is over before it starts does nothing: an instance that has been
 * released must not come to hold anything again.
 */
export function defineProxy<M extends CallMethod>(method: M, work: ProxyWork<M>, release?: (instanceId: string) => Promise<void> | void): CapabilityProxy {
  return {
    method,
    async run(request) {
      refuseIfEnded(request.signal);
      // The gateway has checked the parameters by the call's schema; this is where they get its type.
      return (await work(request.params as CallParams<M>, request)) as ProxyAnswer;
    },
    ...(release && { release }),
  };
}
