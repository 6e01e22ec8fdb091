import type { HostState } from "./host-state.ts";
import { findPreview1Functions, preview1FunctionNames, type Preview1Functions } from "./preview1-functions.ts";

/** The most parameters a function of preview1 has; calling one with more than it takes costs nothing and saves a list. */
type AnyFunction = (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown, f: unknown, g: unknown, h: unknown, i: unknown) => unknown;

/** Has the name of every function, so that they can be listed; the functions themselves are found when they are asked for. */
const listed: object = Object.fromEntries(preview1FunctionNames.map((name) => [name, undefined]));

/**
 * The functions of one guest; each ends the guest when it throws. None is meant to, but a guest can call with its stack all but full, and
 * one built with exception handling could catch what the host threw and go on with a host that stopped in the middle of its work.
 */
export function guardedPreview1Functions(state: HostState): Preview1Functions {
  const find = findPreview1Functions(state);
  const functions = new Proxy(listed, {
    get(_listed, name) {
      const run = typeof name === "string" ? find(name) : undefined;
      return typeof run === "function" ? guarded(state, run as AnyFunction) : undefined;
    },
  });
  // It answers for each name of the interface with the function of that name, and for no other.
  return functions as Preview1Functions;
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
