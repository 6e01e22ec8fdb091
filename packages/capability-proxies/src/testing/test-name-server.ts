import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode, type Packet, RECURSION_AVAILABLE } from "dns-packet";

/** Answers one question; undefined says nothing at all, a word is an error of the protocol. */
export type NameServerAnswer = readonly Answer[] | "NXDOMAIN" | "SERVFAIL" | Buffer | undefined;

const responseCodes = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

/** A real name server on 127.0.0.1, over UDP. */
export class TestNameServer implements AsyncDisposable {
  /** What it was asked, as `A api.example.com`. */
  readonly asked: string[] = [];
  readonly #socket: Socket;

  private constructor(socket: Socket, answer: (name: string, type: string) => NameServerAnswer) {
    this.#socket = socket;
    socket.on("message", (message, from) => {
      const query = decode(message);
      const { name = "", type = "" } = query.questions?.[0] ?? {};
      this.asked.push(`${type} ${name}`);
      const reply = replyTo(query, answer(name, type));
      if (reply !== undefined) socket.send(reply, from.port, from.address);
    });
  }

  /** @param answer is asked anew for each question. */
  static async start(answer: (name: string, type: string) => NameServerAnswer): Promise<TestNameServer> {
    const socket = createSocket("udp4").bind(0, "127.0.0.1");
    await once(socket, "listening");
    return new TestNameServer(socket, answer);
  }

  /** As `createDnsResolver` takes it. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, "close");
  }
}

function replyTo(query: Packet, answer: NameServerAnswer): Buffer | undefined {
  if (answer === undefined || Buffer.isBuffer(answer)) return answer;
  const answers = typeof answer === "string" ? [] : [...answer];
  const flags = RECURSION_AVAILABLE | (typeof answer === "string" ? responseCodes[answer] : 0);
  return encode({ type: "response", ...(query.id !== undefined && { id: query.id }), flags, ...(query.questions && { questions: query.questions }), answers });
}
