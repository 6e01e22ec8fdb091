import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { plantTree } from "./planted-tree.ts";

const repo = join(import.meta.dirname, "..");

/** Each file breaks one rule, which the real oxlint with the real config must name. */
const bad: Record<string, { rule: string; code: string }> = {
  "packages/api-types/src/reads-files.ts": { rule: "no-ambient-authority", code: `import { readFileSync } from "node:fs";\nreadFileSync("x");\n` },
  "packages/api-types/src/reads-files-later.ts": { rule: "no-ambient-authority", code: `await import("node:fs/promises");\n` },
  "packages/api-types/src/reads-files-bare.ts": { rule: "no-ambient-authority", code: `import type { Stats } from "fs";\n/** s */\nexport type S = Stats;\n` },
  "packages/plugin-sdk/src/gets-builtin.ts": { rule: "no-ambient-authority", code: `process.getBuiltinModule("node:child_process");\n` },
  "packages/capability-proxies/src/fs/dials.ts": { rule: "no-ambient-authority", code: `import { connect } from "node:net";\nconnect(1);\n` },
  "packages/api-host/src/gateway/hands-on.ts": { rule: "no-ambient-authority", code: `export { request } from "undici";\n` },
  "packages/api-host/src/gateway/fetches.ts": { rule: "no-ambient-authority", code: `await fetch("https://example.com");\n` },
  "packages/api-host/src/gateway/fetches-global.ts": { rule: "no-ambient-authority", code: `await globalThis.fetch("https://example.com");\n` },
  "packages/sandbox-permissions/src/dials-too.ts": { rule: "no-ambient-authority", code: `import { connect, isIP } from "node:net";\nconnect(isIP("::1"));\n` },
  "packages/sandbox-permissions/src/takes-all.ts": { rule: "no-ambient-authority", code: `import * as net from "node:net";\nnet.connect(1);\n` },
  "packages/worker-host/src/opens-socket.ts": { rule: "no-ambient-authority", code: `new WebSocket("wss://example.com");\n` },
  "packages/worker-host/src/by-default.ts": { rule: "no-default-export", code: `export default 1;\n` },
  "packages/worker-host/src/by-default-name.ts": { rule: "no-default-export", code: `const one = 1;\nexport { one as default };\n` },
  "packages/worker-host/src/passes-all-on.ts": { rule: "no-foreign-export-all", code: `export * from "@ambit/api-types";\n` },
  "packages/worker-host/src/path-utils.ts": { rule: "file-name", code: `/** one */\nexport const one = 1;\n` },
  "packages/worker-host/src/helpers/one.ts": { rule: "file-name", code: `/** one */\nexport const one = 1;\n` },
  "packages/worker-host/src/CamelCase.ts": { rule: "file-name", code: `/** one */\nexport const one = 1;\n` },
  "packages/worker-host/src/undocumented.ts": { rule: "documented-exports", code: `export const one = 1;\n` },
  "packages/worker-host/src/skips.test.ts": { rule: "no-skipped-tests", code: `import { test } from "vitest";\ntest.skip("x", () => {});\n` },
  "packages/worker-host/src/singles-out.test.ts": { rule: "no-skipped-tests", code: `import { describe } from "vitest";\ndescribe.only("x", () => {});\n` },
  "packages/worker-host/src/skips-if.test.ts": { rule: "no-skipped-tests", code: `import { it } from "vitest";\nit.skipIf(true)("x", () => {});\n` },
  "packages/worker-host/src/skips-inside.test.ts": { rule: "no-skipped-tests", code: `import { test } from "vitest";\ntest("x", (ctx) => ctx.skip());\n` },
  "packages/worker-host/src/waits.ts": { rule: "bounded-timers", code: `/** w */\nexport const wait = (ms: number): unknown => setTimeout(() => {}, ms * 1000);\n` },
  "packages/worker-host/src/waits-by-signal.ts": { rule: "bounded-timers", code: `/** w */\nexport const wait = (ms: number): unknown => AbortSignal.timeout(ms);\n` },
  "packages/worker-host/src/waits-by-promise.ts": { rule: "bounded-timers", code: `import { setTimeout as pause } from "node:timers/promises";\n/** w */\nexport const wait = (ms: number): unknown => pause(ms);\n` },
  "apps/host/src/waits-again.ts": { rule: "bounded-timers", code: `setInterval(() => {}, Number(process.argv[2]));\n` },
  "apps/host/src/waits-for-ever.ts": { rule: "bounded-timers", code: `setTimeout(() => {}, 2_147_483_648);\n` },
  "packages/worker-host/src/too-long.ts": { rule: "max-lines", code: "// a line\n".repeat(401) },
  "packages/worker-host/src/any-type.ts": { rule: "no-explicit-any", code: `/** one */\nexport const one: any = 1;\n` },
};

/** The same deeds where they are allowed, and things that only look like them. */
const good: Record<string, string> = {
  "packages/directory-handles/src/opens.ts": `import { openSync } from "node:fs";\nopenSync("x", "r");\n`,
  "packages/sandbox-js/scripts/build.ts": `import { readFileSync } from "node:fs";\nreadFileSync("x");\n`,
  "packages/sandbox-wasm/src/testing/starts.ts": `import { spawn } from "node:child_process";\nspawn("true");\n`,
  "packages/capability-proxies/src/connection/dials.ts": `import { connect } from "node:net";\nconnect(1);\n`,
  "packages/api-host/src/stores/sqlite/opens.ts": `import { DatabaseSync } from "node:sqlite";\nnew DatabaseSync(":memory:").close();\n`,
  "packages/api-types/src/reads.test.ts": `import { readFileSync } from "node:fs";\nreadFileSync("x");\n`,
  "packages/sandbox-permissions/src/tells-addresses.ts": `import { isIP } from "node:net";\nisIP("::1");\n`,
  "packages/plugin-sdk/src/own-fetch.ts": `/** Calls the host. */\nexport function run(ctx: { fetch(url: string): void }, fetch: (url: string) => void): void {\n  ctx.fetch("a");\n  fetch("b");\n}\n`,
  "examples/link-check/run.js": `await fetch("https://example.com");\n`,
  "apps/host/src/serves.ts": `import { createServer } from "node:http";\ncreateServer();\n`,
  "packages/api-types/src/index.ts": `export * from "./call.ts";\n`,
  "packages/api-types/src/call.ts": `/** First signature. */\nexport function call(a: string): string;\nexport function call(a: number): number;\nexport function call(a: string | number): string | number {\n  return a;\n}\n`,
  "packages/worker-host/src/waits-well.ts": `import { setTimeout as pause } from "node:timers/promises";\nimport { timerMillis } from "@ambit/api-types";\nconst MILLIS = 10;\n/** w */\nexport const wait = (ms: number): unknown => [setTimeout(() => {}, timerMillis(ms)), setTimeout(() => {}, 2 * MILLIS), setTimeout(() => {}), AbortSignal.timeout(2000), pause(ms > 5 ? MILLIS : 5)];\n`,
  "examples/link-check/waits.js": `setTimeout(() => {}, Number("1e12"));\n`,
  "packages/api-types/tsup.config.ts": `export default {};\n`,
  "packages/api-types/src/skipping-stones.test.ts": `import { test } from "vitest";\nconst stones = { skip(): void {} };\ntest("x", () => stones.skip());\n`,
};

interface Finding {
  readonly filename: string;
  readonly code: string;
}

async function lint(root: string): Promise<Finding[]> {
  const oxlint = join(repo, "node_modules/.bin/oxlint");
  const args = ["-c", join(repo, "oxlint.config.ts"), "--format=json"];
  const stdout = await new Promise<string>((resolve) => {
    execFile(oxlint, args, { cwd: root, maxBuffer: 1 << 24 }, (_error, out) => resolve(out));
  });
  const report = JSON.parse(stdout) as { diagnostics: Finding[] };
  return report.diagnostics;
}

describe("the project's lint rules, run by the real oxlint on planted files", () => {
  let findings: Finding[];
  beforeAll(async () => {
    const files = Object.fromEntries(Object.entries(bad).map(([place, { code }]) => [place, code]));
    await using tree = await plantTree({ ...files, ...good });
    findings = await lint(tree.root);
  });
  const rulesOf = (place: string): string[] => [
    ...new Set(findings.filter((finding) => finding.filename === place).map((finding) => finding.code)),
  ];

  test.for(Object.entries(bad))("%s is refused", ([place, { rule }]) => {
    expect(rulesOf(place)).toContainEqual(expect.stringMatching(new RegExp(`\\(${rule}\\)$`)));
  });

  test.for(Object.keys(good))("%s passes", (place) => {
    expect(rulesOf(place)).toEqual([]);
  });
});
