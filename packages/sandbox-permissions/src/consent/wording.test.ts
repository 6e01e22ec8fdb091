import { expect, it } from "vitest";
import { sampleHost, sampleManifest } from "../testing/sample-policy.ts";
import { consentLines } from "./consent-lines.ts";
import { consentWordings, type ConsentWording } from "./wording.ts";

const english = consentWordings["en"] as ConsentWording;
const wordings = { de: { ...english, host: (host: string) => `Verbindet sich mit ${host}` }, en: { ...english, host: () => "Harmless" } };

const textIn = (language: string, more: Readonly<Record<string, ConsentWording>> = wordings): string | undefined =>
  consentLines(sampleManifest({ permissions: { network: ["api.example.dev"] } }), { ...sampleHost, wordings: more }, language)[0]?.text;

it.each(["de", "de-AT"])("an application's words are used for %s", (language) => expect(textIn(language)).toBe("Verbindet sich mit api.example.dev"));

it.each(["en", "en-GB", "fr", "", "toString", "__proto__"])("English stays as it is, and stands in for %j", (language) => expect(textIn(language)).toBe("Connects to api.example.dev"));

it("an application that adds none has English", () => expect(textIn("de", {})).toBe("Connects to api.example.dev"));
