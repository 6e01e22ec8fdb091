import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { describe, expect, test } from "vitest";
import { readGreeting } from "./client-hello.ts";

/** The first bytes of a real TLS client. */
async function greetingFor(servername: string | undefined): Promise<Buffer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, "connection");
  const client = servername === undefined ? tlsConnect({ port, host: "127.0.0.1" }) : tlsConnect({ socket: connect(port, "127.0.0.1"), servername });
  client.on("error", () => undefined);
  const [socket] = (await accepted) as [ReturnType<typeof connect>];
  const [bytes] = (await once(socket, "data")) as [Buffer];
  client.destroy();
  socket.destroy();
  server.close();
  return bytes;
}

/** The same greeting in records of one byte each. */
function inPieces(bytes: Buffer): Buffer {
  const message = bytes.subarray(5);
  return Buffer.concat([...message].map((byte) => Buffer.from([22, 3, 1, 0, 1, byte])));
}

function extension(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

function nameExtension(...hosts: readonly string[]): Buffer {
  const list = Buffer.concat(hosts.map((host) => Buffer.concat([Buffer.from([0, 0, host.length]), Buffer.from(host)])));
  return extension(0, Buffer.concat([Buffer.from([0, list.length]), list]));
}

/** A greeting with other extensions, in one record. */
function withExtensions(greeting: Buffer, ...extensions: readonly Buffer[]): Buffer {
  const hello = greeting.subarray(9);
  const ciphers = 2 + 32 + 1 + (hello[34] ?? 0);
  const methods = ciphers + 2 + hello.readUInt16BE(ciphers);
  const start = hello.subarray(0, methods + 1 + (hello[methods] ?? 0));
  const all = Buffer.concat(extensions);
  const body = Buffer.concat([start, Buffer.from([all.length >> 8, all.length & 255]), all]);
  return Buffer.concat([Buffer.from([22, 3, 1, (body.length + 4) >> 8, (body.length + 4) & 255, 1, 0, body.length >> 8, body.length & 255]), body]);
}

describe("a greeting", () => {
  test("of a real client names its host", async () => {
    expect(readGreeting(await greetingFor("API.example.dev"))).toEqual({ kind: "tls", name: "api.example.dev" });
  });

  test("to an address names none", async () => {
    expect(readGreeting(await greetingFor(undefined))).toEqual({ kind: "tls", name: undefined });
  });

  test("is waited for, byte by byte and record by record", async () => {
    const whole = await greetingFor("api.example.dev");
    for (let length = 0; length < whole.length; length++) expect(readGreeting(whole.subarray(0, length)).kind).toBe("more");
    expect(readGreeting(inPieces(whole))).toEqual({ kind: "tls", name: "api.example.dev" });
  });

  test("that is something else is told at its first byte", () => {
    for (const text of ["GET / HTTP/1.1\r\n", "SSH-2.0-x", "\x16\x02\x01\x00\x05hello", "\x16\x03\x01\x00\x05\x02\x00\x00\x01\x00"]) expect(readGreeting(Buffer.from(text, "latin1")).kind).toBe("other");
  });

  test("with lengths that lead out of it is refused", async () => {
    const whole = await greetingFor("api.example.dev");
    for (let at = 5; at < whole.length; at++) {
      const bent = Buffer.from(whole);
      bent[at] = 0xff;
      const found = readGreeting(bent);
      expect(["more", "tls", "other"]).toContain(found.kind);
    }
  });

  test("that servers may take for another host's is refused: two names, a list of two, an encrypted one", async () => {
    const whole = await greetingFor("api.example.dev");
    const [first, other] = [nameExtension("api.example.dev"), nameExtension("evil.example.dev")];
    expect(readGreeting(withExtensions(whole, first))).toEqual({ kind: "tls", name: "api.example.dev" });
    expect(readGreeting(withExtensions(whole, first, other)).kind).toBe("other");
    expect(readGreeting(withExtensions(whole, nameExtension("api.example.dev", "evil.example.dev"))).kind).toBe("other");
    for (const type of [0xfe0d, 0xffce]) expect(readGreeting(withExtensions(whole, first, extension(type, Buffer.from([0, 1, 2, 3])))).kind).toBe("other");
  });

  test("without an end is not waited for for ever", () => {
    const record = Buffer.concat([Buffer.from([22, 3, 1, 0x40, 0]), Buffer.alloc(0x4000)]);
    record.set([1, 0xff, 0xff, 0xff], 5);
    expect(readGreeting(Buffer.concat([record, record, record, record, record])).kind).toBe("other");
  });
});
