import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeData, encodeData } from "./data-encoding.ts";

describe("data between guest and host", () => {
  test("whatever bytes go out come back the same", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom("utf8" as const, "base64" as const), (bytes, wanted) => {
        const { data, encoding } = encodeData(bytes, wanted);
        expect(Buffer.from(decodeData(data, encoding))).toEqual(Buffer.from(bytes));
        if (wanted === "base64") expect(encoding).toBe("base64");
      }),
    );
  });

  test("text stays text, its byte order mark too; what is no UTF-8 becomes base64", () => {
    expect(encodeData(Buffer.from("\ufeffé"))).toEqual({ data: "\ufeffé", encoding: "utf8" });
    expect(encodeData(Uint8Array.of(0xc3))).toEqual({ data: "ww==", encoding: "base64" });
    expect(encodeData(new Uint8Array())).toEqual({ data: "", encoding: "utf8" });
  });

  test.each(["YQ", "YQ=", "Y Q==", "YQ==\n", "YR==", "_-8=", "YQ==YQ==", "=", "Y"])("%j is no canonical base64", (data) => {
    expect(() => decodeData(data, "base64")).toThrow(expect.objectContaining({ code: "INVALID_PARAMS" }) as Error);
  });

  test("half a surrogate pair is no text", () => {
    expect(() => decodeData("a\udc00")).toThrow(expect.objectContaining({ code: "INVALID_PARAMS" }) as Error);
  });
});
