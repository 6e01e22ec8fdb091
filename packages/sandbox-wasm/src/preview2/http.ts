import type { ComponentHost } from "./component-host.ts";
import { Fields } from "./http-fields.ts";
import { OutgoingBody, OutgoingRequest, RequestOptions } from "./http-request.ts";
import { FutureIncomingResponse, FutureTrailers, IncomingBody, IncomingResponse } from "./http-response.ts";

/** What only a server has: none of it is ever given to a component. */
class IncomingRequest {}
class ResponseOutparam {}
class OutgoingResponse {
  constructor() {
    throw new TypeError("a plugin serves no requests");
  }
}

/** The interfaces of `wasi:http` for outgoing requests: each is one `net/fetch` of the host. */
export function httpInterfaces(host: ComponentHost): object {
  class Request extends OutgoingRequest {
    constructor(headers: Fields) {
      super(host.state, headers);
    }
  }
  return {
    types: {
      Fields,
      OutgoingRequest: Request,
      OutgoingBody,
      RequestOptions,
      IncomingResponse,
      IncomingBody,
      FutureIncomingResponse,
      FutureTrailers,
      IncomingRequest,
      OutgoingResponse,
      ResponseOutparam,
      httpErrorCode: () => undefined,
    },
    outgoingHandler: { handle: (request: OutgoingRequest) => new FutureIncomingResponse(host, request) },
    incomingHandler: {},
  };
}
