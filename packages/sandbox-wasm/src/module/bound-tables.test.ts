import { describe, expect, it } from "vitest";
import { webAssembly } from "../engine/web-assembly.ts";
import { assemble } from "../../scripts/assemble.ts";
import { boundTables, TABLE_ENTRIES } from "./bound-tables.ts";

interface GrowingTable {
  readonly length: number;
  grow(entries: number): number;
}

describe("boundTables", () => {
  it("stops growth at the bound, shared between all tables", () => {
    const bytes = boundTables(assemble('(module (table (export "a") 1 funcref) (table (export "b") 0 externref))'));
    const { exports } = new webAssembly.Instance(new webAssembly.Module(bytes));
    const table = exports["a"] as GrowingTable;
    expect(() => table.grow(TABLE_ENTRIES / 2)).toThrow();
    table.grow(TABLE_ENTRIES / 2 - 1);
    expect(table.length).toBe(TABLE_ENTRIES / 2);
  });

  it("leaves a module without tables as it is", () => {
    const bytes = assemble("(module)");
    expect(boundTables(bytes)).toBe(bytes);
  });
});
