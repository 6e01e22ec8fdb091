import { AmbitError } from "@ambit/api-types";
import type { Readable } from "node:stream";
import { Agent } from "undici";

/** A status of the engine that its caller means to handle. */
export interface EngineAnswer {
  readonly status: number;
  /** Parsed JSON; undefined where there is none. */
  readonly value: unknown;
}

/** One request to the engine. */
export interface EngineRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path with its query, after the version. */
  readonly path: string;
  readonly json?: unknown;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal;
  /** Statuses from 400 upwards that come back in place of an error. */
  readonly expect?: readonly number[];
}

/** The oldest version with everything that is used here. */
const API = "/v1.40";
const MOST_ANSWER_BYTES = 8 * 1024 * 1024;
const CONNECT_MILLIS = 10_000;
const HEADER_MILLIS = 120_000;

/** Speaks to an engine by its unix socket. */
export class DockerEngine {
  readonly #agent: Agent;

  constructor(socketPath: string) {
    // Streams of commands may be silent for as long as they like.
    this.#agent = new Agent({ connect: { socketPath, timeout: CONNECT_MILLIS }, bodyTimeout: 0, headersTimeout: HEADER_MILLIS });
  }

  /**
   * Asks for something and reads the answer.
   *
   * @throws AmbitError `SANDBOX_FAILED` for a status that is not expected and an engine that does not answer; what the signal was aborted with.
   */
  async ask(request: EngineRequest): Promise<EngineAnswer> {
    const { status, body } = await this.#send(request);
    const bytes = await readBounded(body).catch((cause: unknown) => {
      request.signal?.throwIfAborted();
      throw failed(request, cause);
    });
    const text = Buffer.concat(bytes).toString();
    const value = parsed(text);
    if (status >= 400 && request.expect?.includes(status) !== true) throw failed(request, new Error(`${status}: ${text.slice(0, 500)}`));
    return { status, value };
  }

  /** Asks for something that answers with a stream, which must be read or destroyed. */
  async stream(request: EngineRequest): Promise<Readable> {
    const { status, body } = await this.#send(request);
    if (status < 400) return body;
    const text = Buffer.concat(await readBounded(body).catch(() => [])).toString();
    throw failed(request, new Error(`${status}: ${text.slice(0, 500)}`));
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #send({ method, path, json, body, signal }: EngineRequest): Promise<{ readonly status: number; readonly body: Readable }> {
    signal?.throwIfAborted();
    const content = body ?? (json === undefined ? undefined : JSON.stringify(json));
    const headers = content === undefined ? {} : { "content-type": body === undefined ? "application/json" : "application/x-tar" };
    try {
      const answer = await this.#agent.request({ origin: "http://docker", method, path: `${API}${path}`, headers, ...(content !== undefined && { body: content }), ...(signal !== undefined && { signal }) });
      answer.body.on("error", () => undefined);
      return { status: answer.statusCode, body: answer.body };
    } catch (cause) {
      signal?.throwIfAborted();
      throw failed({ method, path }, cause);
    }
  }
}

async function readBounded(body: Readable): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) throw new Error("The answer is too large.");
    pieces.push(piece);
  }
  return pieces;
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The engine's own words may name paths of its machine: they stay in the cause. */
function failed({ method, path }: Pick<EngineRequest, "method" | "path">, cause: unknown): AmbitError {
  return new AmbitError("SANDBOX_FAILED", `The Docker engine failed at ${method} ${path.replace(/\?.*$/, "").replaceAll(/[0-9a-f]{64}/g, "...")}. The host's log has the details.`, { cause });
}
