import assert from "node:assert/strict";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";
import { pending } from "../sandbox/pending.ts";
import { pause, within } from "../sandbox/within.ts";

const isJs = ({ fixture }: Subject): boolean => fixture.kind === "js";
const isWasi = ({ fixture }: Subject): boolean => fixture.wasi;
const remembers = ({ supports, fixture }: Subject): boolean => supports.keepsState && fixture.keepsState;

/** Stands in the environment of the host's process while the suite looks whether a guest sees it. */
const MARKER = "AMBIT_CONFORMANCE_MARKER";

/** What an instance sees of the host and of its neighbours: nothing. */
export const isolationCases: readonly ConformanceCase[] = casesOf("isolation", [
  {
    name: "two instances of one plugin share no state",
    about: remembers,
    async run({ start }) {
      const [one, two] = [await start(), await start()];
      assert.deepEqual([await one.tool("state"), await one.tool("state"), await two.tool("state"), await one.tool("state")], [1, 2, 1, 3]);
    },
  },
  {
    name: "each instance calls its own host",
    async run({ start }) {
      const [one, two] = [await start(), await start()];
      await Promise.all([one.tool("hostCall", { method: "kv/set", params: { key: "k", value: "of one" } }), two.tool("hostCall", { method: "kv/get", params: { key: "k" } })]);
      assert.deepEqual([one.host.state.kv.get("k"), two.host.state.kv.size], ["of one", 0]);
      assert.deepEqual([one.host.messages, two.host.messages], [1, 1]);
    },
  },
  {
    name: "a neighbour answers while an instance loops, and after it was ended",
    async run({ start, backend }) {
      const neighbour = await start();
      const looping = await start({ limits: { callSeconds: 1, cpuMillis: 10_000 } });
      const spinning = pending(expectError(looping.tool("spin"), "LIMIT_EXCEEDED"));
      await pause(50);
      // In a shared thread the neighbour waits for the loop's deadline, and no longer.
      const millis = backend.supports.sharesThreads === true ? 2000 : 500;
      for (let i = 0; i < 5; i++) assert.equal(await within(millis, "a neighbour's call", neighbour.tool("echo", { value: i })), i);
      await spinning;
      assert.equal(await neighbour.tool("echo", { value: "after" }), "after");
    },
  },
  {
    name: "a neighbour's state outlives the crash of an instance",
    about: remembers,
    async run({ start }) {
      const [neighbour, crashing] = [await start(), await start({ limits: { memoryMb: 16, cpuMillis: 500 } })];
      await neighbour.tool("state");
      await expectError(crashing.tool("spin"), "LIMIT_EXCEEDED");
      assert.equal(await neighbour.tool("state"), 2);
    },
  },
  {
    name: "the end of one instance leaves the calls of another alone",
    async run({ start }) {
      const [one, two] = [await start(), await start()];
      const release = two.host.hold("kv/get");
      const waiting = pending(two.tool("hostCall", { method: "kv/get", params: { key: "k" } }));
      await one.sandbox.dispose();
      release();
      assert.deepEqual(await waiting, { ok: true, result: { found: false, value: null } });
    },
  },
  {
    name: "no environment and no arguments reach a guest",
    async run({ start }) {
      process.env[MARKER] = "seen";
      try {
        const { tool, spec } = await start();
        const { env, args } = (await tool("environment")) as { readonly env: readonly string[]; readonly args: readonly string[] };
        assert.deepEqual(env, []);
        // A program's first argument is its own name.
        assert.deepEqual(args.filter((arg, index) => index > 0 || arg !== spec.plugin.id), []);
      } finally {
        delete process.env[MARKER];
      }
    },
  },
  {
    name: "nothing of the host shows through the language: no module, no global, no constructor leads out",
    about: isJs,
    async run({ start }) {
      const { tool } = await start();
      assert.deepEqual(await tool("authority"), []);
    },
  },
  {
    name: "a guest that spoils its built-ins spoils neither the host nor a neighbour",
    about: isJs,
    async run({ start }) {
      const [spoiled, neighbour] = [await start(), await start()];
      await spoiled.tool("pollute");
      assert.equal(await neighbour.tool("polluted"), null);
      assert.equal("polluted" in {}, false);
      const later = await start();
      assert.equal(await later.tool("polluted"), null);
    },
  },
  {
    name: "a module without preopens has three descriptors and no path to anywhere",
    about: isWasi,
    async run({ start }) {
      const { tool } = await start();
      assert.deepEqual(await tool("preopens"), []);
      assert.deepEqual(await tool("descriptors"), [0, 1, 2]);
      for (const path of ["/etc/passwd", "etc/passwd", ".", "/", "../../etc/passwd", "/proc/self/environ", "/dev/null"]) {
        for (const name of ["read", "readRaw", "list", "create"]) {
          const { errno, text } = (await tool("path", { function: name, path })) as { readonly errno: number; readonly text: string };
          assert.notEqual(errno, 0, `${name} of ${path} succeeded`);
          assert.equal(text, "");
        }
      }
    },
  },
  {
    name: "a module finds no socket on any descriptor",
    // A component has no socket functions that take a descriptor.
    about: ({ fixture }) => fixture.kind === "wasm:preview1",
    async run({ start }) {
      const { tool } = await start();
      assert.equal(await tool("sockets"), 0);
    },
  },
  {
    name: "clocks run forward, and random bytes differ from instance to instance",
    async run({ start }) {
      const [one, two] = [await start(), await start()];
      for (const { tool } of [one, two]) {
        const { wallMs, forward } = (await tool("clocks")) as { readonly wallMs: number; readonly forward: boolean };
        assert.ok(Math.abs(wallMs - Date.now()) < 10_000, `the guest's clock says ${wallMs}`);
        assert.equal(forward, true);
      }
      const drawn = [await one.tool("random"), await one.tool("random"), await two.tool("random"), await two.tool("random")];
      for (const bytes of drawn) assert.match(String(bytes), /^[0-9a-f]{32}$/);
      assert.equal(new Set(drawn).size, 4);
    },
  },
]);
