import { once } from "node:events";
import { chmodSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfinedRig, mark, plainUser, processesWith, socketFamilies } from "../testing/confined-rig.ts";
import { ALLOWED_HOST, GateRig } from "../testing/gate-rig.ts";
import { until } from "../testing/host-process.ts";

const isRoot = process.getuid?.() === 0;
const cases = isRoot ? [{ name: "as root", options: {} }, { name: "as a plain user", options: { runAs: plainUser } }] : [{ name: "as a plain user", options: {} }];

describe.each(cases)("a child with network $name", ({ options }) => {
  const rig = new ConfinedRig(options);
  const gate = new GateRig();
  beforeAll(() => gate.open());
  afterAll(async () => {
    rig.close();
    await gate.close();
  });

  const node = (code: string, changes = {}): ReturnType<ConfinedRig["shell"]> =>
    rig.shell('exec /run/ambit/node -e "$CODE"', { network: gate.network, environment: { CODE: code, NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" }, limits: { memoryMb: 1024 }, ...changes });

  test("reaches what the judge allows, by the proxies that programs know", async () => {
    const outcome = await node(`fetch("https://${ALLOWED_HOST}:${gate.httpsPort}/a").then((r) => r.text()).then(console.log)`);
    expect(`${outcome.stdout}${outcome.stderr}`).toBe(`hello ${ALLOWED_HOST}:${gate.httpsPort} /a\n`);
    // Told when the tunnel is closed, which may be a moment after its child is gone.
    await until(() => gate.records.length > 0, 5000);
    expect(gate.records.at(-1)).toMatchObject({ target: ALLOWED_HOST, outcome: "ok" });
  });

  test("is refused what the judge refuses", async () => {
    const outcome = await node('fetch("https://other.example.dev/").then((r) => r.text()).then(console.log, () => console.log("refused"))');
    expect(outcome.stdout.toString()).toBe("refused\n");
    expect(gate.records.at(-1)).toMatchObject({ target: "other.example.dev", outcome: "refused" });
  });

  test("cannot resolve a name, and reaches neither the host's loopback nor any address", async () => {
    const server = createServer((socket) => socket.end("host"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const outcome = await node(`
      const tell = (name) => (error) => console.log(name, error?.code ?? "reached");
      require("dns").lookup("${ALLOWED_HOST}", tell("lookup"));
      require("dns").resolve("${ALLOWED_HOST}", tell("query"));
      for (const host of ["127.0.0.1", "1.1.1.1", "169.254.169.254"]) require("net").connect(${port}, host).on("error", tell(host)).on("connect", () => console.log(host, "reached"));
    `);
    const lines = outcome.stdout.toString();
    expect(lines).not.toContain("reached");
    expect(lines.trim().split("\n")).toHaveLength(5);
    server.close();
  });

  test("makes sockets of the families IPv4 and IPv6 alone", async () => {
    const outcome = await rig.shell(`perl -e '${socketFamilies}'`, { network: gate.network });
    expect(outcome.stdout.toString()).toBe([1, 2, 10, 16, 17, 40].map((family) => ([2, 10].includes(family) ? `${family}:made\n` : `${family}:Address family not supported by protocol\n`)).join(""));
  });

  test("reaches nobody who listens on a socket in a folder that it sees", async () => {
    const folder = rig.folder();
    chmodSync(folder, 0o777);
    let heard = 0;
    const server = createServer((socket) => (heard++, socket.end("hello from the host"))).listen({ path: join(folder, "d.sock"), readableAll: true, writableAll: true });
    await once(server, "listening");
    for (const access of ["read", "write"] as const) {
      const outcome = await node('require("net").connect("/workspace/d.sock").on("data", (data) => console.log(`${data}`)).on("error", (error) => console.log(error.code))', { binds: [{ hostPath: folder, guestPath: "/workspace", access }] });
      expect(outcome.stdout.toString()).toBe("EAFNOSUPPORT\n");
    }
    server.close();
    expect(heard).toBe(0);
  });

  test("is its program alone: no relay beside it, no channel to the host, and signals as the system has them", async () => {
    const outcome = await rig.shell("ls /proc | grep -c '^[0-9]'; ls /proc/self/fd | grep -c '^[0-9]$'; env | grep -c NODE_CHANNEL; grep SigIgn /proc/self/status; yes | head -1", { network: gate.network });
    // The first process of the namespace, the shell, and one or both of the first line.
    expect(outcome.stdout.toString()).toMatch(/^[34]\n4\n0\nSigIgn:\t0{16}\ny\n$/);
    expect(outcome.stderr.toString()).toBe("");
  });

  test("hears of the end of one side while the other goes on", async () => {
    const outcome = await node(`
      const socket = require("net").connect({ port: 3128, host: "127.0.0.1", allowHalfOpen: true });
      socket.end("CONNECT other.example.dev:443 HTTP/1.1\\r\\n\\r\\n");
      let text = ""; socket.on("data", (data) => (text += data)).on("end", () => console.log(text.split(" ")[1]));
    `);
    expect(outcome.stdout.toString()).toBe("403\n");
  });

  test("ends with its program's code, and leaves no relay", async () => {
    const marked = mark();
    const outcome = await rig.shell(`: ${Object.values(marked)[0] ?? ""}; exit 7`, { network: gate.network });
    expect(outcome).toMatchObject({ ended: "itself", exitCode: 7 });
    expect(processesWith(marked)).toEqual([]);
  });

  test("keeps its own limits behind the relay", async () => {
    const outcome = await rig.shell("ulimit -n; perl -e 'my $n = 0; $n++ while defined($p = fork) && $p; exit 0 if defined($p) && !$p; print qq($n\\n)'", { network: gate.network, limits: { processes: 24, openFiles: 99 } });
    expect(outcome.stdout.toString()).toMatch(/^99\n\d\d\n$/);
  });
});
