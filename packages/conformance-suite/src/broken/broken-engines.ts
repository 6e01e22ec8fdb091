import { AmbitError, type Sandbox } from "@ambit/api-types";
import { altered, alteredBackend, type BrokenBackend, breakCall, breakSandbox, breakSpec, toolOf } from "./broken-backend.ts";

/** Backends whose engine lets plugin code do what it must not, or falls to it. */
export const brokenEngines: readonly BrokenBackend[] = [
  {
    group: "endless code",
    fault: "looks at its clock between statements alone",
    caughtBy: "a regular expression that backtracks is ended at its limit, and a neighbour is well",
    wrap: breakSpec((spec) => ({ ...spec, policy: { ...spec.policy, limits: { ...spec.policy.limits, cpuMillis: 10_000, callSeconds: 30 } } })),
  },
  {
    group: "costly code",
    fault: "never comes back from a long built-in",
    caughtBy: "a join of 2**28 holes is over in time, and a neighbour is well",
    wrap: breakCall((call) => (...args) => (toolOf(args[1]) === "attack" ? new Promise(() => {}) : call(...args))),
  },
  {
    group: "costly code",
    fault: "takes the end of its memory for an error of the plugin's",
    caughtBy: "a map that grows without end meet a limit, the host's memory does not follow, and a neighbour is well",
    wrap: breakCall((call) => (...args) => call(...args).catch((error: unknown) => Promise.reject(AmbitError.isInstance(error) && error.code === "LIMIT_EXCEEDED" ? new AmbitError("GUEST_ERROR", "Out of memory.") : error))),
  },
  { group: "deep code", fault: "falls with all its instances where one goes too deep", caughtBy: "plain recursion ends in an error, and a neighbour is well", wrap: fallingTogether },
  {
    group: "shifting code",
    fault: "dies of a buffer that shrinks under it",
    caughtBy: "code that changes what a built-in works on comes to what the language says",
    wrap: breakCall((call) => (...args) => (JSON.stringify(args[1]).includes("b.resize(64)") ? Promise.reject(new AmbitError("GUEST_TRAPPED", "The memory is broken.")) : call(...args))),
  },
  {
    group: "spoiled built-ins",
    fault: "stands on built-ins that the plugin has replaced",
    caughtBy: "a guest that has replaced JSON still answers, asks and fails as before",
    wrap: breakSandbox(spoiled),
  },
];

function fallingTogether(backend: Parameters<BrokenBackend["wrap"]>[0]): ReturnType<BrokenBackend["wrap"]> {
  const all = new Set<Sandbox>();
  return alteredBackend(backend, {
    async create(spec) {
      const sandbox = await backend.create(spec);
      all.add(sandbox);
      const fall = async (error: unknown): Promise<never> => {
        await Promise.all([...all].map((one) => one.dispose()));
        throw error;
      };
      return altered(sandbox, { call: (...args) => sandbox.call(...args).catch(fall) });
    },
  });
}

function spoiled(sandbox: Sandbox): Sandbox {
  let attacked = false;
  return altered(sandbox, {
    async call(...args) {
      const answer = await sandbox.call(...args);
      if (attacked) return "spoiled";
      attacked = toolOf(args[1]) === "attack";
      return answer;
    },
  });
}
