import { LOG_MESSAGE_BYTES } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { ProxyRig } from "../testing/proxy-rig.ts";
import { LineRate, linesPerSecond } from "./line-rate.ts";
import { printableText } from "./printable-text.ts";

describe("log", () => {
  test("a line goes to the host with who wrote it", async () => {
    await using rig = new ProxyRig();
    await rig.call("log", { level: "warn", message: "low on paper" }, { instance: rig.newInstance("7", "printer", "acme") });
    expect(rig.log).toEqual([{ time: expect.any(Number) as number, pluginId: "printer", instanceId: "7", org: "acme", level: "warn", message: "low on paper" }]);
  });

  test("more than 200 lines a second are dropped, and how many is told", async () => {
    await using rig = new ProxyRig();
    for (let line = 0; line < linesPerSecond + 50; line += 1) await rig.call("log", { level: "info", message: `${line}` });
    expect(rig.log).toHaveLength(linesPerSecond);
    await rig.call("log", { level: "info", message: "another plugin's" }, { instance: rig.newInstance("2", "another") });
    expect(rig.log.at(-1)).toMatchObject({ message: "another plugin's" });
    await rig.release();
    expect(rig.log.at(-1)).toMatchObject({ pluginId: "sample", level: "warn", message: "50 log lines were dropped: too many in one second" });
  });

  test("a host without a log takes the call all the same", async () => {
    await using rig = new ProxyRig();
    await expect(rig.call("log", { level: "debug", message: "" })).resolves.toEqual({});
  });
});

describe("LineRate", () => {
  test("counts by the second and tells of the dropped ones with the next that passes", () => {
    const rate = new LineRate();
    for (let line = 0; line < linesPerSecond; line += 1) expect(rate.take(5000)).toEqual({ passes: true, droppedBefore: 0 });
    expect(rate.take(5999)).toEqual({ passes: false, droppedBefore: 0 });
    expect(rate.take(6000)).toEqual({ passes: true, droppedBefore: 1 });
    expect(rate.take(6001)).toEqual({ passes: true, droppedBefore: 0 });
    expect(rate.takeDropped()).toBe(0);
  });
});

describe("printableText", () => {
  test.each([
    ["plain", "plain"],
    ["Grüße, 日本語 👍", "Grüße, 日本語 👍"],
    ["one\ntwo\r\tthree", "one\\ntwo\\r\\tthree"],
    ["\u001b[31mred\u0007", "\\u{1b}[31mred\\u{7}"],
    ["a\\nb", "a\\\\nb"],
    ["\u202egnirts", "\\u{202e}gnirts"],
    ["line\u2028line", "line\\u{2028}line"],
    ["half \ud800 pair", "half \\u{d800} pair"],
    ["\u0000\u007f\u009b", "\\u{0}\\u{7f}\\u{9b}"],
  ])("%j", (text, shown) => {
    expect(printableText(text)).toBe(shown);
  });

  test.each([
    ["a".repeat(LOG_MESSAGE_BYTES), false],
    ["a".repeat(LOG_MESSAGE_BYTES + 1), true],
    ["é".repeat(LOG_MESSAGE_BYTES / 2), false],
    [`a${"é".repeat(LOG_MESSAGE_BYTES / 2)}`, true],
    ["👍".repeat(100_000), true],
    ["\u0000".repeat(5000), true],
  ])("at most 8 KiB, cut between two characters, and said so (%#)", (text, cut) => {
    const shown = printableText(text);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(LOG_MESSAGE_BYTES);
    expect(Buffer.byteLength(shown)).toBeGreaterThan(LOG_MESSAGE_BYTES - 20);
    expect(shown.endsWith(" [cut]")).toBe(cut);
    expect(shown).not.toContain("\ufffd");
  });
});
