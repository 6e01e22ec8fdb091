import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfinedRig, mark, plainUser, processesWith, socketFamilies } from "../testing/confined-rig.ts";
import { ALLOWED_HOST, GateRig } from "../testing/gate-rig.ts";
import { until } from "../testing/host-process.ts";

const isRoot = process.getuid?.() === 0;
const cases = isRoot ? [{ name: "as root", options: {} }, { name: "as a plain user", options: { runAs: plainUser } }] : [{ name: "as a plain user", options: {} }];

describe.each(cases)("a child with network $name", ({ options }) => {
  const rig = new ConfinedRig(options);
  const gate = new GateRig();
  beforeAll(() => gate.open("runAs" in options ? { owner: plainUser } : {}));
  afterAll(async () => {
    rig.close();
    await gate.close();
  });

  const node = (code: string, changes = {}): ReturnType<ConfinedRig["shell"]> =>
    rig.shell('exec /run/ambit/node -e "$CODE"', { network: { socketPath: gate.socketPath }, environment: { CODE: code, NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" }, limits: { memoryMb: 1024 }, ...changes });

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

  test("makes sockets of the families unix, IPv4 and IPv6 alone", async () => {
    const outcome = await rig.shell(`perl -e '${socketFamilies}'`, { network: { socketPath: gate.socketPath } });
    expect(outcome.stdout.toString()).toBe([1, 2, 10].map((family) => `${family}:made\n`).join("") + [16, 17, 40].map((family) => `${family}:Address family not supported by protocol\n`).join(""));
  });

  test("ends with its program's code, and leaves no relay", async () => {
    const marked = mark();
    const outcome = await rig.shell(`: ${Object.values(marked)[0] ?? ""}; exit 7`, { network: { socketPath: gate.socketPath } });
    expect(outcome).toMatchObject({ ended: "itself", exitCode: 7 });
    expect(processesWith(marked)).toEqual([]);
  });

  test("keeps its own limits behind the relay", async () => {
    const outcome = await rig.shell("ulimit -n; perl -e 'my $n = 0; $n++ while defined($p = fork) && $p; exit 0 if defined($p) && !$p; print qq($n\\n)'", { network: { socketPath: gate.socketPath }, limits: { processes: 24, openFiles: 99 } });
    expect(outcome.stdout.toString()).toMatch(/^99\n\d\d\n$/);
  });
});
