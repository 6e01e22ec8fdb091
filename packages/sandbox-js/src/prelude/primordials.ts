/**
 * The built-ins that the message path stands on, taken before any plugin code runs. A plugin that replaces
 * `JSON.parse` or `Promise.prototype.then` then harms its own code alone.
 */

/** `JSON.parse` */
export const parseJson: (text: string) => unknown = JSON.parse;

/** `JSON.stringify` */
export const stringifyJson: (value: unknown) => string | undefined = JSON.stringify;

/** `Reflect.apply` */
export const apply: typeof Reflect.apply = Reflect.apply;

/** `Object.hasOwn` */
export const hasOwn: typeof Object.hasOwn = Object.hasOwn;

/** `Object.freeze` */
export const freeze: typeof Object.freeze = Object.freeze;

/** `Object.keys` */
export const keysOf: (value: object) => string[] = Object.keys;

/** `Promise` */
export const PromiseOf: PromiseConstructor = Promise;

/** `TypeError` */
export const TypeErrorOf: TypeErrorConstructor = TypeError;

const promiseThen: Promise<unknown>["then"] = Promise.prototype.then;

/** Waits for a promise by the original `then`. */
export function settled<Value>(promise: Promise<Value>, done: (value: Value) => unknown, failed: (reason: unknown) => unknown): void {
  apply(promiseThen, promise, [done, failed]);
}

/** An object without a prototype: a table whose keys may come from strangers. */
export function table<Value>(): Record<string | number, Value> {
  return { __proto__: null } as unknown as Record<string | number, Value>;
}
