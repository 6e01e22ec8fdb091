import { openRoot } from "@ambit/directory-handles";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { errno } from "../errno/errno.ts";
import { RawGuest } from "../../testing/raw-guest.ts";
import { ScratchFolder } from "../../testing/scratch-folder.ts";

const create = 1;
const exclusive = 4;
const readRight = 1n << 1n;
const writeRight = 1n << 6n;

function withGuest(access: "read" | "write", use: (guest: RawGuest, folder: ScratchFolder) => void): void {
  using folder = new ScratchFolder().file("root/f", "text").directory("root/d/e").link("root/l", "f").link("root/out", "../x").fifo("root/p");
  using root = openRoot(folder.at("root"), { access });
  using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
  use(guest, folder);
}

describe("a path", () => {
  test.each<[string | Uint8Array, number]>([
    ["", errno.NOENT],
    ["/f", errno.NOTCAPABLE],
    ["../f", errno.NOTCAPABLE],
    ["d/../../root/f", errno.NOTCAPABLE],
    ["out", errno.NOTCAPABLE],
    ["f\0", errno.INVAL],
    [Uint8Array.of(0x66, 0xff), errno.ILSEQ],
    [Uint8Array.of(0xed, 0xa0, 0x80), errno.ILSEQ],
    ["n".repeat(256), errno.NAMETOOLONG],
    ["a/".repeat(2049), errno.NAMETOOLONG],
    ["f/", errno.NOTDIR],
    ["f/.", errno.NOTDIR],
    ["f/..", errno.NOTDIR],
    ["gone", errno.NOENT],
    ["p", errno.ACCES],
  ])("%j is refused in its own way", (path, expected) => {
    withGuest("read", (guest) => {
      expect(guest.calls.path_open(3, 1, ...guest.text(path), 0, readRight, 0n, 0, guest.result)).toBe(expected);
    });
  });

  test.each([["f"], ["./f"], ["d/../f"], ["d/e/../../f"], [".//d//..//f"], ["l"], ["d/"], ["d/."], ["d/e/.."], ["."]])("%j opens", (path) => {
    withGuest("read", (guest) => expect(guest.open(path, 0, readRight)).toBe(4));
  });
});

describe("rights", () => {
  test("below a directory for reading, none that could change anything is given or passed on", () => {
    withGuest("read", (guest, folder) => {
      guest.calls.fd_fdstat_get(3, guest.result);
      const changes = writeRight | (1n << 8n) | (1n << 10n) | (1n << 22n) | (1n << 26n);
      expect(guest.view.getBigUint64(8, true) & changes).toBe(0n);
      expect(guest.view.getBigUint64(16, true) & changes).toBe(0n);
      expect(guest.open("f", 0, writeRight)).toBe(-errno.NOTCAPABLE);
      expect(guest.open("new", create, readRight)).toBe(-errno.NOTCAPABLE);
      expect(existsSync(folder.at("root/new"))).toBe(false);
    });
  });

  test("shrink and never grow", () => {
    withGuest("write", (guest) => {
      const fd = guest.open("f", 0, readRight | writeRight);
      expect(guest.calls.fd_fdstat_set_rights(fd, readRight, 0n)).toBe(errno.SUCCESS);
      expect(guest.calls.fd_write(fd, ...guest.vectors([0, 4]), 512)).toBe(errno.NOTCAPABLE);
      expect(guest.calls.fd_fdstat_set_rights(fd, readRight | writeRight, 0n)).toBe(errno.NOTCAPABLE);
    });
  });

  test("go with the descriptor when it is renumbered", () => {
    withGuest("write", (guest) => {
      const reading = guest.open("f", 0, readRight);
      const writing = guest.open("f", 0, writeRight);
      expect(guest.calls.fd_renumber(reading, writing)).toBe(errno.SUCCESS);
      expect(guest.calls.fd_write(writing, ...guest.vectors([0, 4]), 512)).toBe(errno.NOTCAPABLE);
      expect(guest.calls.fd_close(reading)).toBe(errno.BADF);
      expect(guest.calls.fd_renumber(writing, 900)).toBe(errno.BADF);
    });
  });
});

test("create makes, exclusive refuses what is there, and nothing is made through a link to nowhere", () => {
  withGuest("write", (guest, folder) => {
    folder.link("root/dangling", "nothing");
    expect(guest.open("new", create | exclusive)).toBe(4);
    expect(guest.open("new", create | exclusive)).toBe(-errno.EXIST);
    expect(guest.open("dangling", create)).toBe(-errno.PERM);
    expect(guest.open("dangling", create | exclusive)).toBe(-errno.EXIST);
    expect(existsSync(folder.at("root/nothing"))).toBe(false);
  });
});

test("a guest can open as many as may be, and closing makes room", () => {
  withGuest("read", (guest) => {
    let last = 0;
    for (let fd = guest.open("f", 0, readRight); fd > 0; fd = guest.open("f", 0, readRight)) last = fd;
    expect(last).toBeGreaterThan(1000);
    expect(guest.open("f", 0, readRight)).toBe(-errno.MFILE);
    expect(guest.calls.fd_close(10)).toBe(errno.SUCCESS);
    expect(guest.open("f", 0, readRight)).toBe(10);
  });
});
