import { expect, it } from "vitest";
import { converted, faultsOf } from "../testing/converted.ts";
import { readSuaveplanManifest } from "./read-suaveplan-manifest.ts";

const head = '"id": "a", "version": "1.0.0", "publisher": "P"';
const permissions = (fs: readonly unknown[], fetch: readonly unknown[] = []) => readSuaveplanManifest(`{${head}, "run": {"wasm": "a.wasm"},\n"permissions": ${JSON.stringify({ fs, fetch })}}`);

it("reads paths read only but for rw:, and hosts exactly", () => {
  expect(converted(permissions(["workspace/docs", "rw:temp", "agent", "rw:agent"], ["api.example.dev", "*.example.org"])).manifest).toMatchObject({
    run: { wasm: "a.wasm", abi: "preview1" },
    permissions: {
      files: [{ root: "workspace", path: "docs", access: "read" }, { root: "temp", access: "write" }, { root: "agent", access: "write" }],
      network: [{ name: "api.example.dev" }, { name: "*.example.org" }],
    },
  });
});

it.each(["/etc", "../up", "~/x", "workspace/../x", "rw:plugin", "workspace//x", "C:/x", "RW:workspace", "rw:/etc", "rw:rw:workspace", ""])("leaves the path %j out, and says so", (path) => {
  const { manifest, warnings } = converted(permissions([path]));
  expect(manifest.permissions.files).toBeUndefined();
  expect(warnings).toEqual([expect.stringMatching(/^2 permissions\.fs\[0\]: .*left out/)]);
});

it.each(["{account}", "https://api.example.dev/v1", "tcp:a.example.dev:1", "192.168.0.1", "rw:api.example.dev"])("leaves the host %j out, and says so", (host) => {
  const { manifest, warnings } = converted(permissions([], [host]));
  expect(manifest.permissions.network).toBeUndefined();
  expect(warnings).toEqual([expect.stringMatching(/^2 permissions\.fetch\[0\]: .*left out/)]);
});

it("refuses entries that are no texts", () => {
  expect(faultsOf(permissions([1], [{}]))).toEqual(["2:23 permissions.fs[0]: must be a text", "2:35 permissions.fetch[0]: must be a text"]);
});
