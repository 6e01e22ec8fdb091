import { openRoot } from "@ambit/directory-handles";
import { describe, expect, test } from "vitest";
import { errno } from "../errno/errno.ts";
import { OutputBytes } from "../stream/output-bytes.ts";
import { RawGuest } from "../../testing/raw-guest.ts";
import { ScratchFolder } from "../../testing/scratch-folder.ts";

const page = 65_536;
const far = 0xffff_fff0 | 0;
const readOnly = 1n << 1n;

describe("a pointer outside the guest's memory", () => {
  test.each<[string, (guest: RawGuest) => number]>([
    ["args_sizes_get", ({ calls }) => calls.args_sizes_get(page - 2, 0)],
    ["args_get", ({ calls }) => calls.args_get(page, 0)],
    ["environ_get", ({ calls }) => calls.environ_get(0, far)],
    ["clock_time_get", ({ calls }) => calls.clock_time_get(1, 0n, page - 4)],
    ["clock_res_get", ({ calls }) => calls.clock_res_get(1, far)],
    ["random_get", ({ calls }) => calls.random_get(page - 4, 8)],
    ["random_get of everything there could be", ({ calls }) => calls.random_get(0, -1)],
    ["fd_fdstat_get", ({ calls }) => calls.fd_fdstat_get(3, far)],
    ["fd_filestat_get", ({ calls }) => calls.fd_filestat_get(3, page - 63)],
    ["fd_prestat_get", ({ calls }) => calls.fd_prestat_get(3, page - 7)],
    ["fd_prestat_dir_name", ({ calls }) => calls.fd_prestat_dir_name(3, page - 1, 20)],
    ["fd_readdir", ({ calls }) => calls.fd_readdir(3, 100, -1, 0n, 0)],
    ["fd_readdir result", ({ calls }) => calls.fd_readdir(3, 100, 10, 0n, far)],
    ["path_open path", ({ calls }) => calls.path_open(3, 0, page - 1, 4, 0, readOnly, 0n, 0, 0)],
    ["path_open result", (guest) => guest.calls.path_open(3, 0, ...guest.text("f"), 0, readOnly, 0n, 0, page - 3)],
    ["path_filestat_get", (guest) => guest.calls.path_filestat_get(3, 0, ...guest.text("f"), page - 10)],
    ["path_readlink", (guest) => guest.calls.path_readlink(3, ...guest.text("l"), 0, -1, 0)],
    ["path_rename", (guest) => guest.calls.path_rename(3, ...guest.text("f"), 3, far, 4)],
    ["path_symlink", ({ calls }) => calls.path_symlink(far, 4, 3, 0, 1)],
    ["poll_oneoff", ({ calls }) => calls.poll_oneoff(page - 47, 0, 1, 0)],
    ["poll_oneoff events", ({ calls }) => calls.poll_oneoff(0, page - 31, 1, 0)],
    ["fd_write list", ({ calls }) => calls.fd_write(1, page - 7, 1, 0)],
    ["fd_write list of a million", ({ calls }) => calls.fd_write(1, page - 4096, 1_000_000, 0)],
    ["fd_write vector", (guest) => guest.calls.fd_write(1, ...guest.vectors([0, -1]), 0)],
    ["fd_read vector", (guest) => guest.calls.fd_read(guest.open("f"), ...guest.vectors([page - 2, 4]), 0)],
    ["fd_read result", (guest) => guest.calls.fd_read(guest.open("f"), ...guest.vectors([0, 4]), page - 2)],
    ["fd_seek result", (guest) => guest.calls.fd_seek(guest.open("f"), 0n, 0, far)],
  ])("%s: EFAULT", (_name, call) => {
    using folder = new ScratchFolder().file("root/f", "text").link("root/l", "f");
    using root = openRoot(folder.at("root"), { access: "write" });
    using guest = new RawGuest({ args: ["a"], env: { A: "b" }, stdout: new OutputBytes(100), preopens: [{ guestPath: "/root", directory: root }] });
    expect(call(guest)).toBe(errno.FAULT);
  });
});

test("what a guest asks for is not what the host allocates", () => {
  using folder = new ScratchFolder().file("root/f", "0123456789");
  using root = openRoot(folder.at("root"), { access: "read" });
  using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
  const fd = guest.open("f", 0, readOnly | (1n << 2n));
  const before = process.memoryUsage.rss();
  guest.grow(15);
  for (let round = 0; round < 1000; round += 1) {
    expect(guest.calls.fd_read(fd, ...guest.vectors([0, 0xffff_ffff | 0]), 512)).toBe(errno.FAULT);
    expect(guest.calls.fd_read(fd, 0, 0x1fff_ffff, 512)).toBe(errno.FAULT);
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
});

test("more vectors than the host looks at are a partial transfer", () => {
  const stdout = new OutputBytes(10_000);
  using guest = new RawGuest({ stdout });
  guest.grow(15);
  guest.memory[0] = 0x78;
  for (let index = 0; index < 2000; index += 1) {
    guest.view.setUint32(100_000 + index * 8, 0, true);
    guest.view.setUint32(100_004 + index * 8, 1, true);
  }
  expect(guest.calls.fd_write(1, 100_000, 2000, 512)).toBe(errno.SUCCESS);
  expect(guest.view.getUint32(512, true)).toBe(1024);
  expect(stdout.text).toBe("x".repeat(1024));
});

test("a read that writes over its own list of vectors stays inside", () => {
  using folder = new ScratchFolder().file("root/f", Buffer.from([0, 0, 0, 0xf0, 0xff, 0xff, 0xff, 0xff]).toString("latin1") + "tail");
  using root = openRoot(folder.at("root"), { access: "read" });
  using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
  const fd = guest.open("f", 0, readOnly);
  const [list] = guest.vectors([264, 8], [2000, 4]);
  expect([errno.SUCCESS, errno.FAULT]).toContain(guest.calls.fd_read(fd, list, 2, 512));
});

test("the memory is looked at anew after it has grown", () => {
  using guest = new RawGuest({ args: ["one"] });
  expect(guest.calls.args_sizes_get(0, 4)).toBe(errno.SUCCESS);
  expect(guest.calls.args_sizes_get(page, 4)).toBe(errno.FAULT);
  guest.grow(1);
  expect(guest.calls.args_sizes_get(page, page + 4)).toBe(errno.SUCCESS);
  expect(guest.view.getUint32(page + 4, true)).toBe(4);
});
