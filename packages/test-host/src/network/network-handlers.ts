/** Answers requests to one host, in the words of the fetch standard. */
export type NetworkHandler = (request: Request) => Response | Promise<Response>;

/** Handlers by host (`api.example.dev`), or by host and port (`api.example.dev:8443`) where it is not the usual one. */
export type NetworkHandlers = Readonly<Record<string, NetworkHandler>>;

/** One request that reached a test's network. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Status of the answer; absent where no handler is there for the host. */
  readonly status?: number;
}
