import { expect, it } from "vitest";
import { converted, faultsOf } from "../testing/converted.ts";
import { readCapybaraManifest } from "./read-capybara-manifest.ts";

const full = `{
  "$schema": "plugin.v1.schema.json", "name": "web-fetch", "version": "0.1.0-rc.3", "publisher": "Example",
  "displayName": { "en": "Fetch", "zh": "抓取" }, "description": { "en": "Fetches pages." }, "icon": "./icon.svg",
  "extensions": [{ "point": "web-fetch@1" }],
  "permissions": { "network": ["*"] }
}`;

it("carries over who the plugin is, and asks for nothing", () => {
  const { manifest, warnings } = converted(readCapybaraManifest(full));
  expect(manifest).toEqual({
    id: "web-fetch", version: "0.1.0-rc.3", publisher: "Example", api: 1, displayName: { en: "Fetch", zh: "抓取" }, description: { en: "Fetches pages." }, icon: "icon.svg",
    permissions: {}, limits: {}, tools: [], hooks: [],
  });
  expect(warnings).toEqual([
    '4 extensions: "extensions" is not carried over: Ambit has nothing like it',
    '5 permissions: "permissions" is not carried over: Ambit has nothing like it',
  ]);
});

it("refuses what is missing or no version", () => {
  expect(faultsOf(readCapybaraManifest('{\n"name": "a", "version": "^1.0.0"}'))).toEqual(['1:1 publisher: "publisher" is missing', '2:25 version: "version" must be an exact version such as 1.2.3']);
});
