import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { chmod, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfinedRig, plainUser, socketFamilies } from "../testing/confined-rig.ts";

const rigs: readonly (readonly [string, ConfinedRig])[] = process.getuid?.() === 0
  ? [["as root", new ConfinedRig()], ["as a plain user", new ConfinedRig({ runAs: plainUser })]]
  : [["as a plain user", new ConfinedRig()]];

afterAll(() => rigs.forEach(([, rig]) => rig.close()));

describe.each(rigs)("a child %s", (_name, rig) => {
  const sh = async (line: string, changes = {}): Promise<string> => {
    const { stdout, stderr } = await rig.shell(line, changes);
    return `${stdout}${stderr}`;
  };

  test("sees nothing of the host but programs and libraries", async () => {
    const top = (await sh("ls -A /; ls -A /home /root /sys /run /mnt /etc/shadow 2>/dev/null")).trim().split("\n");
    expect(top.filter((name) => !name.startsWith("lib"))).toEqual(["bin", "dev", "etc", "proc", "sbin", "temp", "tmp", "usr", "var"]);
    expect((await sh("ls -A /etc")).trim().split("\n").filter((name) => !["alternatives", "group", "hosts", "ld.so.cache", "localtime", "nsswitch.conf", "passwd"].includes(name))).toEqual([]);
  });

  test("cannot write what it was not given", async () => {
    const text = await sh("touch /x /etc/x /usr/x /dev/x /proc/sys/kernel/x; echo core > /proc/sys/kernel/core_pattern; echo b > /proc/sysrq-trigger; echo 1 > /proc/self/oom_score_adj; echo done");
    expect(text.match(/Read-only file system/g)?.length).toBeGreaterThanOrEqual(6);
    expect(text).toContain("done");
  });

  test("cannot change the mode of a device", async () => {
    expect(await sh("for d in /dev/null /dev/zero /dev/urandom; do chmod 000 $d 2>&1; stat -c %a $d; done; echo ok > /dev/null && echo written")).not.toMatch(/^0$/m);
    expect(await sh("echo ok > /dev/null && echo written")).toContain("written");
  });

  test("has no capability, no way to more, and is not shown as root", async () => {
    const status = await sh("cat /proc/self/status; id -u");
    for (const set of ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]) expect(status).toMatch(new RegExp(`${set}:\\s0{16}\\b`));
    expect(status).toMatch(/NoNewPrivs:\s1/);
    expect(status).toMatch(/Seccomp:\s2/);
    expect(status.trim().split("\n").at(-1)).toBe("1000");
  });

  test("cannot make a namespace, a set-user-id file or a mount", async () => {
    const text = await sh("cp /bin/true /temp/t; unshare -U true; unshare -n true; chmod u+s /temp/t; mount -t tmpfs none /temp; stat -c %a /temp/t");
    expect(text.match(/Operation not permitted|permission denied|must be superuser/gi)?.length).toBeGreaterThanOrEqual(4);
    expect(text).toMatch(/^755$/m);
  });

  test("sees its own processes alone", async () => {
    const pids = (await sh("cd /proc && ls -d [0-9]*")).trim().split("\n").map(Number);
    expect(Math.max(...pids)).toBeLessThan(10);
  });

  test("has an environment of the host's making, and no descriptor but three", async () => {
    process.env["AMBIT_TEST_SECRET"] = "do not tell";
    const text = await sh("env; tr '\\0' '\\n' < /proc/1/environ; ls -l /proc/self/fd /proc/1/fd", { environment: { GIVEN: "yes" } });
    expect(text).not.toContain("do not tell");
    expect(new Set(text.split("\n").filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split("=")[0]))).toEqual(new Set(["PATH", "HOME", "TMPDIR", "LANG", "PWD", "GIVEN"]));
    const others = text.split("\n").filter((line) => / (\d+) -> /.test(line) && !/ [012] -> socket|-> \/proc\/\d+\/fd|-> \/dev\/(ambit\/)?null/.test(line));
    expect(others).toEqual([]);
  });

  test("gets folders with the access declared, by names that tell nothing", async () => {
    const folder = rig.folder();
    await chmod(folder, 0o777);
    writeFileSync(join(folder, "given.txt"), "given");
    mkdirSync(join(folder, "sub"));
    const read = { binds: [{ hostPath: folder, guestPath: "/workspace", access: "read" as const }], folder: "/workspace" };
    expect(await sh("cat given.txt; pwd; touch new", read)).toMatch(/given\/workspace\n.*Read-only file system/s);
    expect(existsSync(join(folder, "new"))).toBe(false);
    const write = { ...read, binds: [{ hostPath: folder, guestPath: "/workspace", access: "write" as const }] };
    expect(await sh("echo made > new; ps axww; tr '\\0' ' ' < /proc/1/cmdline", write)).not.toContain(folder);
    expect(readFileSync(join(folder, "new"), "utf8")).toBe("made\n");
  });

  test("does not follow a link out of a folder", async () => {
    const folder = rig.folder();
    await chmod(folder, 0o755);
    await symlink("/etc/shadow", join(folder, "link"));
    expect(await sh("cat /workspace/link", { binds: [{ hostPath: folder, guestPath: "/workspace", access: "read" }] })).toMatch(/No such file/);
  });

  test("has a private folder of a bounded size", async () => {
    const text = await sh("head -c 3000000 /dev/zero > /tmp/big; stat -c %s /temp/big; head -c 3000000 /dev/zero > /dev/shm/big", { limits: { tempBytes: 1_048_576 } });
    expect(text).toMatch(/No space left/);
    expect(text).toMatch(/^1048576$/m);
  });

  test("makes no sockets, and reaches nobody who listens in a folder that it sees", async () => {
    const refused = (family: number): string => `${family}:Address family not supported by protocol\n`;
    expect(await sh(`perl -e '${socketFamilies}'`)).toBe([1, 2, 10, 16, 17, 40].map(refused).join(""));
    const folder = rig.folder();
    await chmod(folder, 0o777);
    let heard = 0;
    const server = createServer((socket) => (heard++, socket.end("hello from the host"))).listen(join(folder, "d.sock"));
    await once(server, "listening");
    await chmod(join(folder, "d.sock"), 0o777);
    for (const access of ["read", "write"] as const) {
      const text = await sh(`perl -e 'use Socket; socket(my $s, 1, 1, 0) and connect($s, sockaddr_un("/workspace/d.sock")) and print <$s>;'`, { binds: [{ hostPath: folder, guestPath: "/workspace", access }] });
      expect(text).not.toContain("hello");
    }
    server.close();
    expect(heard).toBe(0);
  });

  test("makes sockets of the family unix alone where it may", async () => {
    expect(await sh(`perl -e '${socketFamilies}'`, { localSockets: true })).toBe(`1:made\n${[2, 10, 16, 17, 40].map((family) => `${family}:Address family not supported by protocol\n`).join("")}`);
  });
});
