import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretMask, maskSecrets } from "./mask-secrets.ts";

describe("masking by value", () => {
  it.each([
    ["raw", "--token=SECRET1"],
    ["percent", "?t=SECRET%31&x"],
    ["percent twice", "?t=SECRET%2531"],
    ["base64", "U0VDUkVUMQ=="],
    ["base64 without padding", "U0VDUkVUMQ"],
    ["hexadecimal", "534543524554 31".replace(" ", "")],
    ["JSON", '{"t":"\\u0053ECRET1"}'],
    ["HTML", "SECRET&#49;"],
    ["lower case, as in a host's name", "https://secret1.example.dev"],
  ])("%s", (_name, text) => {
    const masked = maskSecrets(text, ["SECRET1"]);
    expect(masked).toContain("[secret]");
    expect(masked).not.toMatch(/ECRET|UkVU|455435/);
  });

  it.each([["\u00e4\u0436-secret", "a \u00c4\u0416-SECRET b"], ["\u03c3\u03c2-secret", "a \u03a3\u03a3-SECRET b"], ["\u00c4-Secret", "a \u00e4-secret b"]])("masks %s in any case of any letters", (secret, text) => {
    expect(maskSecrets(text, [secret])).toBe("a [secret] b");
  });

  it("uses one mask for every length", () => {
    expect(maskSecrets("a SECRET123456 b SECRET1 c", ["SECRET1", "SECRET123456"])).toBe("a [secret] b [secret] c");
  });

  it("masks short secrets only as whole words", () => {
    expect(maskSecrets("a cat, concatenate; cat", ["cat"])).toBe("a [secret], concatenate; [secret]");
  });

  it("masks the lines of a secret of several lines", () => {
    const key = "-----BEGIN KEY-----\nMIIBVgIBADANBgkqhkiG9w0BAQ\n-----END KEY-----";
    expect(maskSecrets("line: MIIBVgIBADANBgkqhkiG9w0BAQ", [key])).toBe("line: [secret]");
    expect(maskSecrets(JSON.stringify(key), [key])).toBe('"[secret]"');
  });

  it("masks a secret whose letters were put in lower case, as hosts are", () => {
    expect(maskSecrets("s3cr3t-abcd.evil.dev", ["S3cr3t-ABCD"])).toBe("[secret].evil.dev");
  });

  it("leaves nothing of a secret that overlaps another one", () => {
    expect(maskSecrets("x abcdefghijklmnop y", ["abcdefgh", "efghijklmnop"])).toBe("x [secret] y");
  });

  it.each([1000, 65_536])("masks a secret of %i characters, raw and encoded", (length) => {
    const key = Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7919) % 94))).join("");
    for (const text of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), Buffer.from(key).toString("base64"), Buffer.from(key).toString("hex")]) expect(maskSecrets(`a ${text} z`, [key])).toBe("a [secret] z");
  });

  it("masks a secret that repeats itself in a text that does", () => {
    expect(maskSecrets("a".repeat(8000), ["a".repeat(2000)])).toBe("[secret]".repeat(4));
    expect(maskSecrets(`${"%25".repeat(3000)}x`, ["%25252525252525".repeat(20)])).toMatch(/^(?:\[secret\]|%25)*(?:\[secret\])?x$/);
  });

  it("does nothing for nothing", () => {
    expect(maskSecrets("a b", ["", " "])).toBe("a b");
    expect(createSecretMask([])("x")).toBe("x");
  });

  it("takes pattern characters for text", () => {
    expect(maskSecrets("x a.*+?[]{}()|^$\\b y", ["a.*+?[]{}()|^$\\b"])).toBe("x [secret] y");
    expect(maskSecrets("aXbcdefg", ["a.bcdefg"])).toBe("aXbcdefg");
  });
});

/** Secrets as services give them out. */
const secret = fc.stringMatching(/^[A-Za-z0-9_\-+/=!@#$%^&*.~ "\\]{8,40}$/).filter((text) => text.trim() === text);
const around = fc.stringMatching(/^[ ,;:<>()]{0,5}$/);

describe("properties", () => {
  it("never leaves a secret in any encoding", () => {
    const encodings: readonly ((text: string) => string)[] = [
      (text) => text,
      encodeURIComponent,
      (text) => new URLSearchParams({ k: text }).toString().slice(2),
      (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => [...text].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
      (text) => Buffer.from(text).toString("hex"),
      (text) => Buffer.from(text).toString("base64"),
      (text) => Buffer.from(text).toString("base64url"),
    ];
    fc.assert(
      fc.property(secret, around, around, fc.constantFrom(...encodings), (value, before, after, encode) => {
        const masked = maskSecrets(before + encode(value) + after, [value]);
        expect(masked).toBe(`${before}[secret]${after}`);
      }),
      { numRuns: 200 },
    );
  });

  it("finds a secret inside a longer base64 text, whatever stands around it", () => {
    fc.assert(
      fc.property(secret, fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (value, before, after) => {
        const text = Buffer.concat([before, Buffer.from(value), after]).toString("base64");
        const shift = before.length % 3;
        const alone = Buffer.concat([new Uint8Array(shift), Buffer.from(value)]).toString("base64");
        const core = alone.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + value.length) * 8) / 6));
        expect(text).toContain(core);
        expect(maskSecrets(text, [value])).not.toContain(core);
      }),
      { numRuns: 200 },
    );
  });
});
