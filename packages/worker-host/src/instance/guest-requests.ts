import { AmbitError, type HostGateway, PENDING_CALLS, type RpcId, toErrorReply } from "@ambit/api-types";
import { NOTIFICATIONS_AT_ONCE, REQUEST_UNITS } from "../channel/channel-bounds.ts";

/** Where {@link GuestRequests} sends what it has. */
export interface RequestOutlets {
  /** Sends one message to the guest. */
  deliver(text: string): void;
  /** Answers the request that the guest is blocked on. */
  answer(text: string): void;
  /** Gives credit for one message that has been dealt with. */
  read(units: number): void;
  kill(error: AmbitError): void;
}

/** Hands what a guest asks for to the gateway, no more at once than is allowed. */
export class GuestRequests {
  readonly #gateway: HostGateway;
  readonly #outlets: RequestOutlets;
  #waiting = 0;
  #waitingUnits = 0;
  #notifications = 0;
  #asking = false;

  constructor(gateway: HostGateway, outlets: RequestOutlets) {
    this.#gateway = gateway;
    this.#outlets = outlets;
  }

  /** A request whose sender goes on. Past the bound it is refused at once, and the gateway never sees it. */
  async request(text: string, id: RpcId): Promise<void> {
    this.#outlets.read(text.length);
    if (this.#waiting >= PENDING_CALLS || this.#waitingUnits + text.length > REQUEST_UNITS) {
      return this.#outlets.deliver(errorAnswer(id, tooManyRequests()));
    }
    this.#waiting++;
    this.#waitingUnits += text.length;
    const answer = await this.#handle(text, id);
    this.#waiting--;
    this.#waitingUnits -= text.length;
    this.#outlets.deliver(answer ?? errorAnswer(id, noAnswer()));
  }

  /** A notification; its sender gets credit only when the gateway is done with it. */
  async notification(text: string): Promise<void> {
    if (this.#notifications >= NOTIFICATIONS_AT_ONCE) return this.#outlets.kill(tooManyRequests());
    this.#notifications++;
    await this.#handle(text, null);
    this.#notifications--;
    this.#outlets.read(text.length);
  }

  /** A request whose sender is blocked. */
  ask(text: string): void {
    if (this.#asking) {
      return this.#outlets.kill(new AmbitError("GUEST_PROTOCOL", "The plugin asked again before it had its answer."));
    }
    this.#asking = true;
    this.#gateway.handle(text).then(
      (answer) => this.#answerAsk(answer ?? errorAnswer(null, noAnswer())),
      (error: unknown) => this.#answerAsk(errorAnswer(null, error)),
    );
  }

  #answerAsk(text: string): void {
    this.#asking = false;
    this.#outlets.answer(text);
  }

  async #handle(text: string, id: RpcId | null): Promise<string | undefined> {
    try {
      return await this.#gateway.handle(text);
    } catch (error) {
      return errorAnswer(id, error);
    }
  }
}

function errorAnswer(id: RpcId | null, error: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: toErrorReply(error) });
}

function tooManyRequests(): AmbitError {
  return new AmbitError("LIMIT_EXCEEDED", `More than ${PENDING_CALLS} calls to the host wait for an answer, or they are too large together.`, { limit: "pendingCalls" });
}

function noAnswer(): AmbitError {
  return new AmbitError("INVALID_REQUEST", "The message asks for no answer, and none came.");
}
