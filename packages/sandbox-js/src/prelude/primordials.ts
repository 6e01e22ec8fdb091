/**
 * The built-ins that the message path stands on, taken before any plugin code runs. A plugin that replaces
 * `JSON.parse` or `Promise.prototype.then` then harms its own code alone.
 */
export const parseJson: (text: string) => unknown = JSON.parse;
export const stringifyJson: (value: unknown) => string | undefined = JSON.stringify;
export const apply: typeof Reflect.apply = Reflect.apply;
export const hasOwn: typeof Object.hasOwn = Object.hasOwn;
export const PromiseOf: PromiseConstructor = Promise;
export const freeze: typeof Object.freeze = Object.freeze;
export const ErrorOf: ErrorConstructor = Error;
export const TypeErrorOf: TypeErrorConstructor = TypeError;

const promiseThen: Promise<unknown>["then"] = Promise.prototype.then;

/** `promise.then(...)` by the original method. */
export function then<Value>(promise: Promise<Value>, done: (value: Value) => unknown, failed: (reason: unknown) => unknown): Promise<unknown> {
  return apply(promiseThen, promise, [done, failed]) as Promise<unknown>;
}

/** An object without a prototype: a table whose keys may come from strangers. */
export function table<Value>(): Record<string | number, Value> {
  return { __proto__: null } as unknown as Record<string | number, Value>;
}
