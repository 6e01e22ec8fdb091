import { openRoot } from "@ambit/directory-handles";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { errno } from "../errno/errno.ts";
import { InputBytes } from "../stream/input-bytes.ts";
import { OutputBytes } from "../stream/output-bytes.ts";
import { RawGuest } from "../../testing/raw-guest.ts";
import { openDescriptors, ScratchFolder } from "../../testing/scratch-folder.ts";

const everything = (1n << 30n) - 1n;

function listAll(guest: RawGuest, bufferSize: number): string[] {
  const names: string[] = [];
  let cookie = 0n;
  for (;;) {
    expect(guest.calls.fd_readdir(3, 2048, bufferSize, cookie, guest.result)).toBe(errno.SUCCESS);
    const used = guest.number;
    let at = 2048;
    while (at + 24 <= 2048 + used) {
      const length = guest.view.getUint32(at + 16, true);
      if (at + 24 + length > 2048 + used) break;
      names.push(Buffer.from(guest.memory.subarray(at + 24, at + 24 + length)).toString());
      cookie = guest.view.getBigUint64(at, true);
      at += 24 + length;
    }
    if (used < bufferSize) return names;
  }
}

describe("listing", () => {
  test.each([[40], [64], [100], [4096]])("with a buffer of %i bytes gives every name once", (bufferSize) => {
    using folder = new ScratchFolder();
    const wanted = Array.from({ length: 30 }, (_, index) => `name-${index}`);
    for (const name of wanted) folder.file(`root/${name}`);
    const before = openDescriptors();
    {
      using root = openRoot(folder.at("root"), { access: "read" });
      using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
      expect(listAll(guest, bufferSize).sort()).toEqual([".", "..", ...wanted].sort());
      expect(listAll(guest, bufferSize)).toHaveLength(32);
    }
    expect(openDescriptors()).toBe(before);
  });
});

test("every name in a listing has an inode, since C libraries look up what has none", () => {
  using folder = new ScratchFolder().file("root/f").directory("root/d");
  using root = openRoot(folder.at("root"), { access: "read" });
  using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
  expect(guest.calls.fd_readdir(3, 2048, 4096, 0n, guest.result)).toBe(errno.SUCCESS);
  const end = 2048 + guest.number;
  for (let at = 2048; at < end; at += 24 + guest.view.getUint32(at + 16, true)) expect(guest.view.getBigUint64(at + 8, true)).not.toBe(0n);
});

describe("a file", () => {
  test("is read, written, moved in, cut and appended to", () => {
    using folder = new ScratchFolder().file("root/f", "0123456789");
    using root = openRoot(folder.at("root"), { access: "write" });
    using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
    const fd = guest.open("f", 0, everything);
    expect(guest.calls.fd_seek(fd, -4n, 2, guest.result)).toBe(errno.SUCCESS);
    expect(guest.calls.fd_read(fd, ...guest.vectors([3000, 2], [3002, 10]), 512)).toBe(errno.SUCCESS);
    expect(guest.view.getUint32(512, true)).toBe(4);
    expect(Buffer.from(guest.memory.subarray(3000, 3004)).toString()).toBe("6789");
    expect(guest.calls.fd_filestat_set_size(fd, 4n)).toBe(errno.SUCCESS);
    expect(guest.calls.fd_fdstat_set_flags(fd, 1)).toBe(errno.SUCCESS);
    guest.text("ab", 3000);
    expect(guest.calls.fd_write(fd, ...guest.vectors([3000, 2]), 512)).toBe(errno.SUCCESS);
    expect(guest.calls.fd_tell(fd, guest.result)).toBe(errno.SUCCESS);
    expect(guest.number).toBe(6);
    expect(guest.calls.fd_fdstat_set_flags(fd, 0)).toBe(errno.SUCCESS);
    expect(guest.calls.fd_pwrite(fd, ...guest.vectors([3000, 1]), 0n, 512)).toBe(errno.SUCCESS);
    expect(readFileSync(folder.at("root/f"), "utf8")).toBe("a123ab");
    expect(guest.calls.fd_seek(fd, -1n, 0, guest.result)).toBe(errno.INVAL);
    expect(guest.calls.fd_seek(fd, 0n, 3, guest.result)).toBe(errno.INVAL);
    expect(guest.calls.fd_pread(fd, ...guest.vectors([3000, 1]), -1n, 512)).toBe(errno.INVAL);
  });

  test("keeps a time to the nanosecond until it changes", () => {
    using folder = new ScratchFolder().file("root/f", "x");
    using root = openRoot(folder.at("root"), { access: "write" });
    using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
    const fd = guest.open("f", 0, everything);
    const time = 1_700_000_000_123_456_789n;
    expect(guest.calls.fd_filestat_set_times(fd, 0n, time, 4)).toBe(errno.SUCCESS);
    guest.calls.fd_filestat_get(fd, 2048);
    expect(guest.view.getBigUint64(2048 + 48, true)).toBe(time);
    expect(guest.calls.fd_write(fd, ...guest.vectors([3000, 1]), 512)).toBe(errno.SUCCESS);
    guest.calls.fd_filestat_get(fd, 2048);
    expect(guest.view.getBigUint64(2048 + 48, true)).toBeGreaterThan(time);
    expect(guest.calls.fd_filestat_set_times(fd, 0n, 0n, 12)).toBe(errno.INVAL);
  });
});

describe("a stream", () => {
  test("is no file, and a socket least of all", () => {
    using guest = new RawGuest({ stdin: new InputBytes(Buffer.from("in")), stdout: new OutputBytes(10) });
    expect(guest.calls.fd_read(0, ...guest.vectors([3000, 10]), 512)).toBe(errno.SUCCESS);
    expect(guest.view.getUint32(512, true)).toBe(2);
    expect(guest.calls.fd_read(1, ...guest.vectors([3000, 10]), 512)).toBe(errno.BADF);
    expect(guest.calls.fd_write(0, ...guest.vectors([3000, 10]), 512)).toBe(errno.BADF);
    expect(guest.calls.fd_seek(1, 0n, 0, 0)).toBe(errno.SPIPE);
    expect(guest.calls.sock_accept(1, 0, 0)).toBe(errno.NOTSUP);
    expect(guest.calls.sock_recv(1, 0, 0, 0, 0, 0)).toBe(errno.NOTSOCK);
    expect(guest.calls.sock_send(99, 0, 0, 0, 0)).toBe(errno.BADF);
    expect(guest.calls.proc_raise(9)).toBe(errno.NOTSUP);
  });
});
