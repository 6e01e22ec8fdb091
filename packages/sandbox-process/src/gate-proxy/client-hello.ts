/** What the first bytes of a tunnel are. */
export type Greeting =
  /** Not all here yet. */
  | { readonly kind: "more" }
  /** A TLS greeting; `name` is the host that it is for, where it says so. */
  | { readonly kind: "tls"; readonly name: string | undefined }
  /** Something else. */
  | { readonly kind: "other" };

/** Longest greeting that is waited for, in bytes. */
const MOST_BYTES = 64 * 1024;

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;

/** Extensions that hold a second greeting, encrypted, whose name is the one that counts (ECH, and the draft before it). */
const HIDDEN_NAMES: ReadonlySet<number> = new Set([0xfe0d, 0xffce]);

/**
 * Reads a TLS greeting, which may be spread over several records, as far as the name of its host. One that servers could take for
 * another host's is something else: with two names, or with a name that only the server can read.
 */
export function readGreeting(bytes: Buffer): Greeting {
  const handshake: Buffer[] = [];
  let at = 0;
  while (at + 5 <= bytes.length) {
    if (bytes[at] !== HANDSHAKE_RECORD || bytes[at + 1] !== 3) return { kind: "other" };
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    handshake.push(bytes.subarray(at + 5, end));
    const message = Buffer.concat(handshake);
    if (message.length > 0 && message[0] !== CLIENT_HELLO) return { kind: "other" };
    if (message.length >= 4 && message.length >= 4 + message.readUIntBE(1, 3)) return readHello(message.subarray(4, 4 + message.readUIntBE(1, 3)));
    if (end > bytes.length) break;
    at = end;
  }
  if (bytes.length > 0 && bytes[0] !== HANDSHAKE_RECORD) return { kind: "other" };
  return bytes.length > MOST_BYTES ? { kind: "other" } : { kind: "more" };
}

function readHello(hello: Buffer): Greeting {
  try {
    const reader = new Reader(hello);
    reader.skip(2 + 32);
    reader.skip(reader.number(1));
    reader.skip(reader.number(2));
    reader.skip(reader.number(1));
    if (reader.done) return { kind: "tls", name: undefined };
    const extensions = new Reader(reader.take(reader.number(2)));
    let name: string | undefined;
    while (!extensions.done) {
      const type = extensions.number(2);
      const body = extensions.take(extensions.number(2));
      if (HIDDEN_NAMES.has(type) || (type === SERVER_NAME && name !== undefined)) return { kind: "other" };
      if (type === SERVER_NAME) name = hostName(body);
    }
    return { kind: "tls", name };
  } catch {
    return { kind: "other" };
  }
}

/** The one name of the extension. @throws RangeError for more than that. */
function hostName(body: Buffer): string {
  const names = new Reader(body);
  const list = new Reader(names.take(names.number(2)));
  const isHost = list.number(1) === 0;
  const name = list.take(list.number(2)).toString("latin1").toLowerCase();
  if (!isHost || !list.done || !names.done) throw new RangeError("The greeting is for more than one host.");
  return name;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(width: number): number {
    return this.take(width).readUIntBE(0, width);
  }

  skip(count: number): void {
    this.take(count);
  }

  take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new RangeError("The greeting is cut short.");
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
}
