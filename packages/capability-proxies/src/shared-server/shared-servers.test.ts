import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { netGrant } from "../testing/net-grant.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { PortReader } from "./port-reader.ts";
import { SharedServers } from "./shared-servers.ts";

const pattern = /listening on 127\.0\.0\.1:(\d+)/;
const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill("SIGKILL")));

/** Starts a real process that serves HTTP on a port of the system's choosing and says which, on the stream given. */
function startServer(stream: "stdout" | "stderr", answer: string): ChildProcess {
  const code = `const server = require("node:http").createServer((_, response) => response.end(${JSON.stringify(answer)}));
    server.listen(0, "127.0.0.1", () => process.${stream}.write("ready, listening on 127.0.0.1:" + server.address().port + "\\n"));`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  return child;
}

async function portOf(servers: SharedServers, pluginId: string): Promise<number> {
  for (;;) {
    const [port] = servers.portsOf(pluginId);
    if (port !== undefined) return port;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("shared processes", () => {
  test.each(["stdout", "stderr"] as const)("a port that a process prints on %s is open to its plugin, to no other, and while it lives", async (stream) => {
    const servers = new SharedServers();
    const child = startServer(stream, "shared");
    servers.registerSharedProcess("sample", child, pattern);
    const port = await portOf(servers, "sample");
    expect(servers.portsOf("another")).toEqual([]);

    await using rig = new ProxyRig({ sharedPorts: (pluginId) => servers.portsOf(pluginId) });
    const url = `http://127.0.0.1:${port}/`;
    const grant = netGrant(url, "loopback");
    expect(await rig.call("net/fetch", { url }, { grant })).toMatchObject({ body: "shared" });
    const instance = rig.newInstance("instance-2", "another");
    expect(await rig.failure("net/fetch", { url }, { grant, instance })).toMatchObject({ code: "PERMISSION_DENIED" });

    child.kill();
    await once(child, "exit");
    expect(servers.portsOf("sample")).toEqual([]);
    expect(await rig.failure("net/fetch", { url }, { grant })).toMatchObject({ code: expect.stringMatching(/PERMISSION_DENIED|NETWORK_FAILED/) as string });
    await rig.release("instance-2");
  });

  test("a process that has ended already, or cannot be started, has no port", async () => {
    const servers = new SharedServers();
    const ended = spawn(process.execPath, ["-e", "console.log('listening on 127.0.0.1:41234')"], { stdio: ["ignore", "pipe", "ignore"] });
    await once(ended, "exit");
    servers.registerSharedProcess("sample", ended, pattern);
    const missing = spawn("/nonexistent/program", { stdio: ["ignore", "pipe", "pipe"] });
    servers.registerSharedProcess("sample", missing, pattern);
    await new Promise((resolve) => missing.on("close", resolve));
    expect(servers.portsOf("sample")).toEqual([]);
  });

  test("only the first port counts, and a talkative process is read on", async () => {
    const servers = new SharedServers();
    const code = "console.log('listening on 127.0.0.1:41234'); console.log('listening on 127.0.0.1:5432'); process.stdout.write('x'.repeat(4_000_000), () => process.stderr.write('all out')); setInterval(() => {}, 1000);";
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "pipe"] });
    started.push(child);
    servers.registerSharedProcess("sample", child, pattern);
    await once(child.stderr, "data");
    expect(servers.portsOf("sample")).toEqual([41_234]);
  });
});

describe("the port in a line", () => {
  const read = (expression: RegExp, ...pieces: readonly string[]): number | undefined => {
    const reader = new PortReader(expression);
    for (const piece of pieces) {
      const port = reader.take(piece);
      if (port !== undefined) return port;
    }
    return undefined;
  };

  test("is found in whole lines alone, however they are cut", () => {
    expect(read(pattern, "starting\nlistening on 127.0.", "0.1:412", "34\nmore")).toBe(41_234);
    expect(read(pattern, "listening on 127.0.0.1:412")).toBeUndefined();
    expect(read(pattern, "listening on 127.0.0.1:41234\r\n")).toBe(41_234);
    expect(read(/port=(?<port>\d+)/g, "(port=41234)\n")).toBe(41_234);
  });

  test("is one that a process without privileges can have", () => {
    for (const port of ["0", "22", "1023", "65536", "999999"]) expect(read(pattern, `listening on 127.0.0.1:${port}\n`)).toBeUndefined();
    for (const port of [1024, 65_535]) expect(read(pattern, `listening on 127.0.0.1:${port}\n`)).toBe(port);
  });

  test("is not looked for beyond the bounds of a line, and a line without end costs no memory", () => {
    expect(read(pattern, "x".repeat(5000), "listening on 127.0.0.1:41234\n")).toBeUndefined();
    expect(read(pattern, ...Array.from({ length: 1000 }, () => "x".repeat(100_000)), "\nlistening on 127.0.0.1:41234\n")).toBe(41_234);
  });
});
