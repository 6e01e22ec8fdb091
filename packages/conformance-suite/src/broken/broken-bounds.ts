import { AmbitError, type Limits, type Sandbox, type SandboxSpec } from "@ambit/api-types";
import { altered, alteredBackend, type BrokenBackend, breakAnswer, breakCall, breakSandbox, breakSpec, type Call, toolOf } from "./broken-backend.ts";

const withLimits = (limits: Partial<Limits>): BrokenBackend["wrap"] => breakSpec((spec) => ({ ...spec, policy: { ...spec.policy, limits: { ...spec.policy.limits, ...limits } } }));

/** Backends that do not hold their limits. */
export const brokenBounds: readonly BrokenBackend[] = [
  { group: "limits", fault: "ignores callSeconds", caughtBy: "callSeconds ends a guest that sleeps", wrap: withLimits({ callSeconds: 30 }) },
  { group: "limits", fault: "ignores cpuMillis", caughtBy: "cpuMillis ends a guest that loops, whichever way it loops", wrap: withLimits({ cpuMillis: 10_000 }) },
  { group: "limits", fault: "ignores memoryMb", caughtBy: "memoryMb bounds what a guest gets", wrap: withLimits({ memoryMb: 256 }) },
  { group: "limits", fault: "gives less memory than was granted", caughtBy: "memoryMb leaves a guest what it grants", wrap: withLimits({ memoryMb: 16 }) },
  { group: "limits", fault: "gives all calls together the time of one", caughtBy: "each call has its own time", wrap: breakSandbox(oneDeadline) },
  {
    group: "limits",
    fault: "stops its clock while the host works",
    caughtBy: "callSeconds covers the host's side of the call",
    wrap: breakSandbox((sandbox) => altered(sandbox, { call: (...call) => sandbox.call(...call).catch((error: unknown) => (isLimit(error) ? new Promise(() => {}) : Promise.reject(error))) })),
  },
  {
    group: "limits",
    fault: "does not say which limit",
    caughtBy: "callSeconds ends a guest that sleeps",
    wrap: breakCall((call) => (...args) => call(...args).catch((error: unknown) => Promise.reject(isLimit(error) ? new AmbitError("LIMIT_EXCEEDED", "Too much.") : error))),
  },
  {
    group: "limits",
    fault: "hides the limit of the host from the guest",
    caughtBy: "what the gateway refuses past hostCalls reaches the guest, and the instance lives",
    wrap: breakAnswer((answer) => answer.replace('"limit":"hostCalls"', '"limit":"pendingCalls"')),
  },
  {
    group: "limits",
    fault: "cuts what is too large",
    caughtBy: "an answer larger than a message may be is MESSAGE_TOO_LARGE",
    wrap: breakCall((call) => (...args) => call(...args).catch((error: unknown) => (AmbitError.isInstance(error) && error.code === "MESSAGE_TOO_LARGE" ? "x" : Promise.reject(error)))),
  },
  {
    group: "limits",
    fault: "cuts what is too deep on its way to the guest",
    caughtBy: "a call into the guest that is too large or too deep is refused before it reaches the guest",
    wrap: breakCall((call) => (...args) => call(...args).catch((error: unknown) => (AmbitError.isInstance(error) && error.code === "MESSAGE_TOO_DEEP" ? [] : Promise.reject(error)))),
  },
  {
    group: "limits",
    fault: "lets a guest flood the host for ever",
    caughtBy: "a guest that floods its host (messages) is ended, and fills no memory of the host",
    wrap: withLimits({ cpuMillis: 10_000, callSeconds: 30 }),
  },
  {
    group: "limits",
    fault: "hoards what a guest floods it with",
    caughtBy: "a guest that floods its host (text) is ended, and fills no memory of the host",
    wrap: breakSpec(hoarding),
  },
  {
    group: "refusals",
    fault: "claims no limit and runs plugins all the same",
    caughtBy: "a limit that is not claimed refuses every plugin that it binds",
    wrap: (backend) => alteredBackend(backend, { supports: { ...backend.supports, limits: [] } }),
  },
  {
    group: "refusals",
    fault: "claims what nobody knows",
    caughtBy: "what is claimed is known: run kinds and limits of the contract, each once",
    wrap: (backend) => alteredBackend(backend, { supports: { ...backend.supports, limits: ["callSeconds", "callSeconds"] } }),
  },
  {
    group: "refusals",
    fault: "runs whatever form it is given as the one it knows",
    caughtBy: "a form of run that is not claimed is refused",
    wrap: breakSpec((spec) => ({ ...spec, run: "js" in spec.run ? spec.run : { js: "run.js" } })),
  },
  {
    group: "refusals",
    fault: "tells the path of a file that is not there",
    caughtBy: "a file that is not there is refused, and its path is not told",
    wrap: (backend) => alteredBackend(backend, { create: (spec) => backend.create(spec).catch((error: unknown) => Promise.reject(new AmbitError("SAND_JS_LOAD_FAILED", `${spec.bundleDir}: ${String(error)}`))) }),
  },
  {
    group: "refusals",
    fault: "has another error for a plugin that cannot be loaded",
    caughtBy: "a module that cannot be read as JavaScript is SAND_JS_LOAD_FAILED",
    wrap: (backend) => alteredBackend(backend, { create: (spec) => backend.create(spec).catch((error: unknown) => Promise.reject(error instanceof AmbitError ? new Error(error.message) : error)) }),
  },
  { group: "usage", fault: "has no figures", caughtBy: "processor time grows with work", wrap: breakSandbox((sandbox) => altered(sandbox, { usage: () => Promise.resolve({ cpuMillis: 0, memoryBytes: 0, calls: 0 }) })) },
  { group: "usage", fault: "counts only calls that succeed", caughtBy: "calls into the guest are counted, failed ones too", wrap: breakSandbox(countingSuccesses) },
  {
    group: "usage",
    fault: "tells of a memory that never grows",
    caughtBy: "memory grows with what the guest takes, and stays within its limit",
    wrap: breakSandbox((sandbox) => altered(sandbox, { usage: async () => ({ ...(await sandbox.usage()), memoryBytes: 2 ** 20 }) })),
  },
];

function isLimit(error: unknown): boolean {
  return AmbitError.isInstance(error) && error.code === "LIMIT_EXCEEDED";
}

function oneDeadline(sandbox: Sandbox, spec: SandboxSpec): Sandbox {
  const end = performance.now() + spec.policy.limits.callSeconds * 1000;
  const call: Call = (...args) => (performance.now() > end ? Promise.reject(new AmbitError("LIMIT_EXCEEDED", "Too long.", { limit: "callSeconds" })) : sandbox.call(...args));
  return altered(sandbox, { call });
}

/** Keeps a large copy of each of the first messages for as long as the instance lives. */
function hoarding(spec: SandboxSpec): SandboxSpec {
  const hoard: Buffer[] = [];
  return {
    ...spec,
    gateway: {
      handle(message) {
        if (hoard.length < 300) hoard.push(Buffer.alloc(2 ** 20, message));
        return spec.gateway.handle(message);
      },
    },
  };
}

function countingSuccesses(sandbox: Sandbox): Sandbox {
  let calls = 0;
  return altered(sandbox, {
    async call(...args) {
      const answer = await sandbox.call(...args);
      if (toolOf(args[1]) !== "") calls++;
      return answer;
    },
    usage: async () => ({ ...(await sandbox.usage()), calls }),
  });
}
