import { AmbitError, CREDIT_BYTES } from "@ambit/api-types";
import { toNetworkError } from "../connection/network-fault.ts";
import { endedBy } from "../proxy/ended-call.ts";

/** Milliseconds after which a call answers that what it sent still waits: it is on its way all the same. */
const FLUSH_MS = 1000;

/** Something that takes bytes to send, and holds those that the other side does not take yet. */
export interface Sender {
  /** Bytes that wait. */
  waiting(): number;
  /** Sends, and tells when the bytes have gone out or cannot. */
  send(bytes: Buffer, done: (error?: Error | null) => void): void;
}

/**
 * Sends bytes unless too many wait already, and answers when they have gone out: a guest that awaits its answers is held to
 * the pace of the other side. What is sent while nothing waits may be longer than the credit.
 *
 * @returns bytes that still wait.
 * @throws AmbitError `LIMIT_EXCEEDED` (`credit`) before anything is sent; `NETWORK_FAILED` where the connection broke.
 */
export async function sendBounded(sender: Sender, bytes: Buffer, signal: AbortSignal): Promise<number> {
  const waiting = sender.waiting();
  if (waiting > 0 && waiting + bytes.length > CREDIT_BYTES) {
    throw new AmbitError("LIMIT_EXCEEDED", `${waiting} bytes wait to be sent already, and ${CREDIT_BYTES} may: send on when the server has taken some.`, { limit: "credit" });
  }
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => (stop(), resolve()), FLUSH_MS);
    const giveUp = (): void => (stop(), reject(endedBy(signal)));
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    sender.send(bytes, (error) => {
      stop();
      if (error) reject(toNetworkError(error));
      else resolve();
    });
  });
  return sender.waiting();
}
