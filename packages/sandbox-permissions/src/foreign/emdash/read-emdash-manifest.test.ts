import { expect, it } from "vitest";
import { converted, faultsOf } from "../../testing/converted.ts";
import { readEmdashManifest } from "./read-emdash-manifest.ts";

const full = `{
  // What it is
  "$schema": "./schema.json", "slug": "link_list", "version": "0.3.1", "license": "MIT",
  "publisher": "did:plc:abc123", "name": "Links", "description": "Keeps links.", "keywords": ["links", "${"k".repeat(60)}"],
  "repo": "https://example.dev/links",
  "author": { "name": "A" }, "security": { "email": "s@example.dev" },
  /* What it may do */
  "capabilities": ["content:write", "read:media", "network:request"],
  "allowedHosts": ["api.example.dev", "*.cdn.example.dev",],
  "storage": { "links": { "indexes": ["url", ["host", "at"], "a.b"], "uniqueIndexes": ["url"] } },
  "admin": { "pages": [{ "path": "/links", "label": "Links" }], "widgets": [] },
  "sections": { "faq": "None." },
  "release": { "requires": { "env:emdash": ">=1" }, "artifacts": { "icon": { "file": "icon.png" }, "screenshots": [{ "file": "a.png" }] } },
}`;

it("carries over the trust contract, exact hosts exact", () => {
  const { manifest } = converted(readEmdashManifest(full));
  expect(manifest).toMatchObject({ id: "link-list", version: "0.3.1", publisher: "did:plc:abc123", displayName: "Links", license: "MIT", keywords: ["links"], homepage: "https://example.dev/links", icon: "icon.png" });
  expect(manifest.permissions).toEqual({
    network: [{ name: "api.example.dev" }, { name: "*.cdn.example.dev" }],
    capabilities: [{ name: "content:write" }, { name: "media:read" }],
    storage: { links: { indexes: ["url", ["host", "at"]], uniqueIndexes: ["url"] } },
  });
});

it("says with line and field what it does not carry over", () => {
  expect(converted(readEmdashManifest(full)).warnings).toEqual([
    '3 slug: becomes "link-list": an id has no "_" here',
    "4 keywords[1]: is not carried over: a keyword has at most 50 characters",
    "6 author: is not carried over: it has no place in a manifest here",
    "6 security: is not carried over: it has no place in a manifest here",
    '8 capabilities[1]: "read:media" is an earlier name: it is read as "media:read"',
    '9 allowedHosts[1]: "*.cdn.example.dev" does not reach cdn.example.dev itself here',
    "10 storage.links.indexes[2]: is left out: at most 16 indexes of at most 8 plain field names",
    '11 admin.pages: "pages" is not carried over: the application draws its own pages',
    "12 sections: is not carried over: it has no place in a manifest here",
    "13 release.requires: is not carried over: what it needs is another application's",
    "13 release.artifacts.screenshots: is not carried over: it has no place in a manifest here",
  ]);
});

const least = '"slug": "a", "version": "1.0.0", "publisher": "example.com"';
const networkOf = (members: string) => converted(readEmdashManifest(`{${least}, ${members}}`)).manifest.permissions.network?.map(({ name }) => name);

it("opens every host only where it is asked for without a list", () => {
  expect(networkOf('"capabilities": ["network:request:unrestricted"]')).toEqual(["*"]);
  expect(networkOf('"capabilities": ["network:request"]')).toBeUndefined();
  expect(networkOf('"capabilities": ["network:request"], "allowedHosts": []')).toBeUndefined();
  expect(networkOf('"allowedHosts": ["api.example.dev"]')).toBeUndefined();
  expect(networkOf('"capabilities": ["network:fetch"], "allowedHosts": ["*"]')).toEqual(["*"]);
});

it.each(["{account}", "local:shared", "tcp:db.example.dev:22", "api.example.dev:8443", "10.0.0.1", "*.com", "user@example.dev"])("takes the host %j for no entry of our own", (host) => {
  const { manifest, warnings } = converted(readEmdashManifest(`{${least}, "capabilities": ["network:request"], "allowedHosts": [${JSON.stringify(host)}]}`));
  expect(manifest.permissions.network).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("left out")]);
});

it("takes the version from the package beside it", () => {
  const files = new Map([["package.json", new TextEncoder().encode('{"version": "2.0.0"}')]]);
  expect(converted(readEmdashManifest('{"slug": "a", "publisher": "example.com"}', { files })).manifest.version).toBe("2.0.0");
  expect(faultsOf(readEmdashManifest('{"slug": "a", "publisher": "example.com"}'))).toContainEqual(expect.stringContaining('has no "version"'));
});

it.each([
  ['"capabilities": ["content:reed"]', '2:18 capabilities[0]: "content:reed" is no capability of EmDash: did you mean "content:read"?'],
  ['"capabilities": ["toString"]', '2:18 capabilities[0]: "toString" is no capability of EmDash'],
  ['"capabilites": []', '2:16 capabilites: "capabilites" is not known here: did you mean "capabilities"?'],
  ['"capabilities": ["network:request:unrestricted"], "allowedHosts": ["a.example.dev"]', "2:67 allowedHosts: must be empty where network:request:unrestricted is asked for"],
  ['"storage": {"Links": {}}', expect.stringMatching(/^2:\d+ storage\.Links: /)],
  ['"storage": {"links": {"index": []}}', '2:32 storage.links.index: "index" is not known here'],
  ['"slug": "b"', '2:1 : the key "slug" stands here a second time'],
  ['"description": 5', "2:16 description: must be a text"],
])("refuses %s", (member, fault) => {
  expect(faultsOf(readEmdashManifest(`{${least},\n${member}}`))).toContainEqual(fault);
});
