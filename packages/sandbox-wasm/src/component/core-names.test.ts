import { AmbitError } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { webAssembly } from "../engine/web-assembly.ts";
import { fixtureBytes } from "../testing/fixture-bytes.ts";
import { openModule } from "../testing/open-module.ts";
import { checkCoreNames, checkJoiningNames } from "./core-names.ts";

const EXPORT = "ambit:plugin/guest@1.0.0#initialize";

/** A component whose core export of one name has another one of the same length, wherever it stands. */
function renamed(to: string): Uint8Array {
  const text = Buffer.from(fixtureBytes("plugin-component", "component")).toString("latin1");
  return Buffer.from(text.replaceAll(EXPORT, to.padEnd(EXPORT.length, "b")), "latin1");
}

const number = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7)]);
const vector = (...items: readonly (readonly number[])[]): number[] => [...number(items.length), ...items.flat()];
const name = (text: string): number[] => [...number(Buffer.byteLength(text)), ...Buffer.from(text)];
const section = (id: number, content: readonly number[]): number[] => [id, ...number(content.length), ...content];
const component = (...sections: readonly (readonly number[])[]): Uint8Array => Uint8Array.from([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0, ...sections.flat()]);
const code = (work: () => void): string => {
  try {
    work();
    return "taken";
  } catch (error) {
    return AmbitError.isInstance(error) ? error.code : String(error);
  }
};

test("a component cannot write a program of its own into the one that joins its modules", async () => {
  for (const evil of ["a'];process.exit(7);0['", "a\"];process.exit(7);0['", "a\\'];globalThis.x=1;0['", "a\n'];globalThis.x=1;0['"]) {
    const open = openModule(renamed(evil), { run: { abi: "component" }, backendOptions: { components: true } });
    await expect(open).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE", message: expect.stringContaining("names") });
  }
});

test("names that toolchains make are taken", () => {
  for (const fixture of ["plugin-component", "files", "hello"]) expect(code(() => checkJoiningNames(fixtureBytes(fixture, "component")))).toBe("taken");
});

describe.each(["a'b", 'a"b', "a`b", "a\\b", "a\nb", "a\u2028b", "a\u0000b", "a*/b", "a{b}", "a;b", "é", "__proto__", "a".repeat(2000)])("the name %j", (text) => {
  const argument = [0, 0, ...vector([...name(text), 0x12, 0])];
  const inline = [1, ...vector([...name(text), 0, 0])];
  test.each<[string, Uint8Array]>([
    ["of an argument", component(section(2, vector(argument)))],
    ["of a put together export", component(section(2, vector(inline)))],
    ["of an alias", component(section(6, vector([0, 0, 1, 0, ...name(text)])))],
    ["of an alias of an instance", component(section(6, vector([1, 0, 0, ...name(text)])))],
    ["in a component inside", component(section(4, [...component(section(4, [...component(section(6, vector([0, 0, 1, 0, ...name(text)])))]))]))],
  ])("%s is refused", (_where, bytes) => expect(code(() => checkJoiningNames(bytes))).toBe("SAND_WASM_NOT_A_MODULE"));

  test("of a core export and of a core import is refused", async () => {
    const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    const type = section(1, vector([0x60, 0, 0]));
    const importing = Uint8Array.from([...head, ...type, ...section(2, vector([...name("m"), ...name(text), 0, 0]))]);
    const from = Uint8Array.from([...head, ...type, ...section(2, vector([...name(text), ...name("f"), 0, 0]))]);
    const exporting = Uint8Array.from([...head, ...section(5, vector([0, 1])), ...section(7, vector([...name(text), 2, 0]))]);
    for (const bytes of [importing, from, exporting]) {
      const module = await webAssembly.compile(bytes);
      expect(code(() => checkCoreNames([module]))).toBe("SAND_WASM_NOT_A_MODULE");
    }
  });
});

test("an alias of what is around the component has no name", () => {
  expect(code(() => checkJoiningNames(component(section(6, vector([3, 2, 1, 0], [0, 0x10, 2, 1, 0])))))).toBe("taken");
  expect(code(() => checkJoiningNames(component(section(6, vector([3, 7, 1, 0])))))).toBe("SAND_WASM_NOT_A_MODULE");
});
