/**
 * The realm of a plugin in V8 before the prelude comes: the same global interfaces that the portable engine has built in, and none of
 * what only V8 has. It runs inside the realm. `scripts/build-platform.ts` bundles it into `src/generated`.
 */
import { type BridgeCalls, guard, guarded } from "./bridge.ts";
import { createCrypto } from "./crypto.ts";
import { DOMException } from "./dom-exception.ts";
import { Headers } from "./headers.ts";
import { createSearchParams } from "./search-params.ts";
import { hideOuterFrames } from "./stack-text.ts";
import { plainLocale } from "./plain-locale.ts";
import { structuredClone } from "./structured-clone.ts";
import { createTextCoding } from "./text-coding.ts";
import { createUrl } from "./url.ts";

/** What V8 offers and the portable engine does not: a plugin that uses it would run on one of them alone. */
const ABSENT: readonly string[] = ["Intl", "Temporal", "WebAssembly", "SharedArrayBuffer", "Atomics"];

/** What the thread outside gets of the realm. */
export interface Platform {
  /** A function of the outside as plugin code may hold it. */
  readonly guard: typeof guard;
  /** Makes an error of this realm. */
  makeError(name: string, message: string): Error;
}

/** Puts the interfaces in place. */
export function install(outer: BridgeCalls): Platform {
  const bridge = guarded(outer);
  for (const name of ABSENT) Reflect.deleteProperty(globalThis, name);
  hideOuterFrames();
  plainLocale();
  const { resolve } = Promise;
  const then = Promise.prototype.then;
  const encode = (text: unknown, code: (text: string) => string | undefined): string => {
    const result = code(`${text}`);
    if (result === undefined) throw new DOMException("The string contains characters outside of what can be coded.", "InvalidCharacterError");
    return result;
  };
  const globals = {
    DOMException, Headers, structuredClone, URL: createUrl(bridge), URLSearchParams: createSearchParams(bridge), ...createTextCoding(bridge), crypto: createCrypto(bridge),
    btoa: (text: unknown) => encode(text, bridge.toBase64),
    atob: (text: unknown) => encode(text, bridge.fromBase64),
    queueMicrotask: (callback: () => void) => {
      if (typeof callback !== "function") throw new TypeError("A microtask must be a function.");
      Reflect.apply(then, Reflect.apply(resolve, Promise, []), [() => callback()]);
    },
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  const kinds: Readonly<Record<string, ErrorConstructor>> = { Error, SyntaxError, TypeError, ReferenceError, RangeError };
  return {
    guard,
    makeError: (name, message) => {
      const error = new (kinds[name] ?? Error)(message);
      Object.defineProperty(error, "name", { value: name, writable: true, configurable: true });
      error.stack = "";
      return error;
    },
  };
}
