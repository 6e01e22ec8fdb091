import { dirname } from "node:path";
import type { Sandbox, SandboxBackend, SandboxSpec } from "@ambit/api-types";
import { altered, alteredBackend, type BrokenBackend, breakCall, breakSandbox, breakSpec, toolOf } from "./broken-backend.ts";

/** Backends whose instances forget, share, or get in each other's way. */
export const brokenWalls: readonly BrokenBackend[] = [
  { group: "state", fault: "starts the guest anew for each call", caughtBy: "state lives from call to call", wrap: forgetful },
  { group: "state", fault: "starts the guest anew after a failed call", caughtBy: "state lives on when a call has failed", wrap: anewAfterFailure },
  { group: "state", fault: "hands an old instance out again", caughtBy: "a new instance remembers nothing of an ended one", wrap: reusing },
  { group: "isolation", fault: "has one instance for all of a plugin", caughtBy: "two instances of one plugin share no state", wrap: reusing },
  { group: "isolation", fault: "ends all instances with the first", caughtBy: "the end of one instance leaves the calls of another alone", wrap: dyingTogether },
  { group: "isolation", fault: "has one thread for all instances", caughtBy: "a neighbour answers while an instance loops, and after it was ended", wrap: oneQueue },
  {
    group: "isolation",
    fault: "has one host for all instances",
    caughtBy: "each instance calls its own host",
    wrap(backend) {
      let first: SandboxSpec["gateway"] | undefined;
      return breakSpec((spec) => ({ ...spec, gateway: (first ??= spec.gateway) }))(backend);
    },
  },
  {
    group: "isolation",
    fault: "starts every instance with the same random bytes",
    caughtBy: "clocks run forward, and random bytes differ from instance to instance",
    wrap: breakCall((call) => async (method, params, options) => (toolOf(params) === "random" ? "00112233445566778899aabbccddeeff" : call(method, params, options))),
  },
  { group: "concurrency", fault: "has one thread for all instances", caughtBy: "one instance waiting for its host does not hold up another", wrap: oneQueue },
  { group: "concurrency", fault: "claims several calls to the host at once, and makes one at a time", caughtBy: "several calls to the host are pending at once where that is claimed", wrap: breakSpec(oneAtATime) },
  { group: "notifications", fault: "drops notifications", caughtBy: "events reach the guest in order, each once, with what they carry", wrap: breakSandbox((sandbox) => altered(sandbox, { notify: () => {} })) },
  { group: "notifications", fault: "delivers notifications twice", caughtBy: "events reach the guest in order, each once, with what they carry", wrap: breakSandbox(tellingTwice) },
  { group: "notifications", fault: "delivers notifications in another order", caughtBy: "events reach the guest in order, each once, with what they carry", wrap: breakSandbox(tellingLate) },
  { group: "notifications", fault: "tells every instance of every event", caughtBy: "an event reaches its instance alone", wrap: tellingAll },
  {
    group: "cancellation",
    fault: "does not look at the caller's signal",
    caughtBy: "a call that waits for the host ends in CALL_CANCELLED at once",
    wrap: breakCall((call) => (method, params) => call(method, params)),
  },
  {
    group: "cancellation",
    fault: "makes a call whose caller has given up",
    caughtBy: "a call whose caller has already given up is CALL_CANCELLED and never reaches the guest",
    wrap: breakCall((call) => async (method, params, options) => {
      if (options?.signal?.aborted === true) await call(method, params);
      return call(method, params, options);
    }),
  },
  {
    group: "preopens",
    fault: "ignores fileBytes",
    caughtBy: "fileBytes bounds what a guest makes of a file: to the byte, at its end, and however often it asks",
    wrap: breakSpec((spec) => ({ ...spec, policy: { ...spec.policy, limits: { ...spec.policy.limits, fileBytes: 1_048_576 } } })),
  },
  {
    group: "preopens",
    fault: "opens read-only folders for writing",
    caughtBy: "a read-only preopen takes no write, and the folder stays as it was",
    wrap: breakSpec((spec) => ({ ...spec, preopens: spec.preopens.map((preopen) => ({ ...preopen, access: "write" })) })),
  },
  {
    group: "preopens",
    fault: "opens writable folders for reading alone",
    caughtBy: "a write through a writable preopen lands in its folder",
    wrap: breakSpec((spec) => ({ ...spec, preopens: spec.preopens.map((preopen) => ({ ...preopen, access: "read" })) })),
  },
  {
    group: "preopens",
    fault: "opens the folder above",
    caughtBy: "a guest reads below a preopen, by the guest's name of it",
    wrap: breakSpec((spec) => ({ ...spec, preopens: spec.preopens.map((preopen) => ({ ...preopen, hostPath: dirname(preopen.hostPath) })) })),
  },
];

/** Replaces the instance behind a sandbox whenever `when` says so. */
function replacing(backend: SandboxBackend, when: (failed: boolean) => boolean): SandboxBackend {
  return alteredBackend(backend, {
    async create(spec) {
      let current = await backend.create(spec);
      const renew = async (failed: boolean): Promise<void> => {
        if (!when(failed)) return;
        await current.dispose();
        current = await backend.create(spec);
      };
      return altered(current, {
        async call(...args) {
          try {
            return await current.call(...args);
          } catch (error) {
            await renew(true);
            throw error;
          } finally {
            await renew(false);
          }
        },
        dispose: () => current.dispose(),
      });
    },
  });
}

function forgetful(backend: SandboxBackend): SandboxBackend {
  return replacing(backend, (failed) => !failed);
}

function anewAfterFailure(backend: SandboxBackend): SandboxBackend {
  return replacing(backend, (failed) => failed);
}

/** Keeps the first instance and gives it to everybody; their ends are pretended. */
function reusing(backend: SandboxBackend): SandboxBackend {
  let first: Promise<Sandbox> | undefined;
  return alteredBackend(backend, {
    async create(spec) {
      const shared = await (first ??= backend.create(spec));
      return altered(shared, { dispose: () => Promise.resolve(), exited: Promise.resolve({ kind: "disposed" }) });
    },
  });
}

function dyingTogether(backend: SandboxBackend): SandboxBackend {
  const all = new Set<Sandbox>();
  return alteredBackend(backend, {
    async create(spec) {
      const sandbox = await backend.create(spec);
      all.add(sandbox);
      return altered(sandbox, { dispose: async () => void (await Promise.all([...all].map((one) => one.dispose()))) });
    },
  });
}

/** A call begins when the one before it, of whatever instance, is over. */
function oneQueue(backend: SandboxBackend): SandboxBackend {
  let last: Promise<unknown> = Promise.resolve();
  return breakCall((call) => (...args) => {
    const mine = last.then(() => call(...args));
    last = mine.catch(() => {});
    return mine;
  })(backend);
}

function oneAtATime(spec: SandboxSpec): SandboxSpec {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...spec,
    gateway: {
      handle(message) {
        const mine = last.then(() => spec.gateway.handle(message));
        last = mine;
        return mine;
      },
    },
  };
}

function tellingTwice(sandbox: Sandbox): Sandbox {
  return altered(sandbox, { notify: (...args) => (sandbox.notify(...args), sandbox.notify(...args)) });
}

function tellingLate(sandbox: Sandbox): Sandbox {
  let count = 0;
  return altered(sandbox, {
    notify(...args) {
      if (++count % 2 === 0) sandbox.notify(...args);
      else setTimeout(() => sandbox.notify(...args), 5);
    },
  });
}

function tellingAll(backend: SandboxBackend): SandboxBackend {
  const all = new Set<Sandbox>();
  return breakSandbox((sandbox) => {
    all.add(sandbox);
    return altered(sandbox, { notify: (...args) => all.forEach((one) => one.notify(...args)) });
  })(backend);
}
