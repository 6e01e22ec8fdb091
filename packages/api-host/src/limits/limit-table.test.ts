import { AmbitError, defaultCeilings, type JsonObject, type LimitName, limitNames, type Limits, limitTable, type PluginManifest } from "@ambit/api-types";
import { compilePolicy, readManifest } from "@ambit/sandbox-permissions";
import { describe, expect, test } from "vitest";
import { limitCases } from "../testing/limit-cases.ts";
import { manifestOf } from "../testing/plugin-folder.ts";

/** A manifest that asks for a limit, as it is read: the manifest, or the words of what is wrong with it. */
function read(limits: JsonObject): { readonly manifest?: PluginManifest; readonly problems: readonly string[] } {
  const reading = readManifest(JSON.stringify(manifestOf({ limits })));
  return reading.ok ? { manifest: reading.manifest, problems: reading.warnings.map(({ message }) => message) } : { problems: reading.issues.map(({ message }) => message) };
}

/** What is in force for a plugin that asks for an amount, under ceilings. */
function inForce(name: LimitName, asked: number | undefined, ceilings: Limits = defaultCeilings): number {
  const { manifest } = read({});
  if (manifest === undefined) throw new Error("A manifest without limits is not read.");
  return compilePolicy({ manifest: { ...manifest, limits: asked === undefined ? {} : { [name]: asked } }, removed: [], host: { roots: {}, ceilings } }).limits[name];
}

describe.each(limitNames)("%s in a manifest", (name) => {
  const { default: usual, ceiling, pastCeiling } = limitTable[name];

  test("is what is asked for, up to its ceiling, and its default where nothing is", () => {
    expect(inForce(name, undefined)).toBe(usual);
    expect([1, ceiling].map((asked) => inForce(name, asked))).toEqual([1, ceiling]);
    for (const asked of [1, ceiling]) expect(read({ [name]: asked })).toMatchObject({ manifest: { limits: { [name]: asked } }, problems: [] });
  });

  test(`above its ceiling it is ${pastCeiling}, and the author is told`, () => {
    const reading = read({ [name]: ceiling + 1 });
    expect(reading.problems).toEqual([expect.stringMatching(pastCeiling === "refused" ? /above its ceiling/ : /will be lowered/)]);
    expect(reading.manifest === undefined).toBe(pastCeiling === "refused");
    if (pastCeiling === "refused") expect(() => inForce(name, ceiling + 1)).toThrow(`limits.${name} is above its ceiling`);
    else expect(inForce(name, ceiling + 1)).toBe(ceiling);
  });

  test("what is no amount is refused", () => {
    for (const value of [0, -1, 1.5, "1", null, true]) expect(read({ [name]: value }).manifest).toBeUndefined();
  });

  test("a ceiling that the host moved down holds for the default too, and one moved up lets more in", () => {
    expect(inForce(name, undefined, { ...defaultCeilings, [name]: 1 })).toBe(1);
    expect(inForce(name, ceiling + 1, { ...defaultCeilings, [name]: ceiling + 1 })).toBe(ceiling + 1);
  });
});

describe.each(limitNames)("%s at run time", (name) => {
  const { asked, within, beyond, notBefore = 0, start } = limitCases[name];
  const { atRunTime } = limitTable[name];

  test("leaves a plugin what it grants", { timeout: 60_000 }, async () => {
    const { use } = await start({ [name]: asked });
    for (const amount of within) await use(amount);
  });

  test.for(beyond)(`stops one that takes more, at %i: the ${atRunTime}`, { timeout: 60_000 }, async (amount) => {
    const { use, host, count } = await start({ [name]: asked });
    await count?.();
    const began = performance.now();
    const error: unknown = await use(amount).then(() => undefined, (thrown: unknown) => thrown);
    expect(performance.now() - began).toBeGreaterThanOrEqual(notBefore * 0.95);
    expect(AmbitError.isInstance(error) && [error.code, error.details.limit]).toEqual(["LIMIT_EXCEEDED", name]);
    if (host === undefined) return;
    if (atRunTime === "call ends") expect(await count?.()).toBe(count && 2);
    // An instance is told to have ended a moment after its call.
    const told = async (): Promise<unknown> => [(host.metrics()[`plugin.limits_total{limit="${name}"}`] ?? 0) >= 1, (await host.journal.tail(5, { method: "plugin/stop" })).map(({ note }) => note)];
    await expect.poll(told, { timeout: 20_000 }).toEqual([true, atRunTime === "instance ends" ? ["killed"] : []]);
  });
});
