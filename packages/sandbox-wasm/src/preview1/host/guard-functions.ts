import type { HostState } from "./host-state.ts";

/** The most parameters a function of preview1 has; calling one with more than it takes costs nothing and saves a list. */
type AnyFunction = (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown, f: unknown, g: unknown, h: unknown, i: unknown) => unknown;

/**
 * Ends the guest when one of `functions` throws. None is meant to, but a guest can call with its stack all but full, and one built with
 * exception handling could catch what the host threw and go on with a host that stopped in the middle of its work.
 */
export function guardFunctions<T extends object>(state: HostState, functions: T): T {
  // Wrapped when asked for: a small module imports five of the 46, and a host is made for each of its runs.
  return new Proxy(functions, {
    get(target, name) {
      const run: unknown = Reflect.get(target, name);
      return typeof run === "function" ? guarded(state, run as AnyFunction) : run;
    },
  });
}

function guarded(state: HostState, run: AnyFunction): AnyFunction {
  return (a, b, c, d, e, f, g, h, i) => {
    if (state.thrown !== undefined) return state.endByThrown(state.thrown);
    try {
      return run(a, b, c, d, e, f, g, h, i);
    } catch (thrown) {
      // Noted before anything is called: with the stack full, the call below may fail as well.
      state.thrown = thrown;
      return state.endByThrown(thrown);
    }
  };
}
