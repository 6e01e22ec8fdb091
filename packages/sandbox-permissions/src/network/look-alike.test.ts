import { describe, expect, it } from "vitest";
import { hostLookAlike, textLookAlike } from "./look-alike.ts";

const ascii = (host: string): string => new URL(`https://${host}/`).hostname;

describe("hosts", () => {
  it.each(["аpi.example.com", "раypal.com", "аррӏе.com", "ɡoogle.com", "ραγpal.com", "ᏔᎻ.com", "сосо.example.com"])("%s looks like another", (host) => {
    expect(hostLookAlike(ascii(host))).toBeTypeOf("string");
  });
  it.each(["стопкоронавирус.рф", "яндекс.com", "тест.com", "мама.com", "例え.jp", "bücher.de", "ελλάδα.gr", "한국.kr", "日本abc.jp", "роса.рф", "api.example.com", "ışık.com.tr"])("%s is itself", (host) => {
    expect(hostLookAlike(ascii(host))).toBeUndefined();
  });
});

describe("texts", () => {
  it.each(["Аего Official", "Gооgle", "Раураl Login", "МАТЕ Tools"])("%s looks like another", (text) => expect(textLookAlike(text)).toBeTypeOf("string"));
  it.each(["検索 بحث Café 🔍", "Яндекс Maps", "Роса", "Ελλάδα", "Link Check 2", "한국어 Tools", "שלום", "ᏣᎳᎩ", "МАСТЕР"])("%s is itself", (text) => {
    expect(textLookAlike(text)).toBeUndefined();
  });
});
