/**
 * What the platform asks of the thread outside its realm. Only primitives come back, and bytes are written into arrays of the guest's
 * own: no object of the outer realm ever crosses.
 */
export interface BridgeCalls {
  /** The parts of an address as JSON; undefined where it is none. */
  parseUrl(address: string, base: string | undefined): string | undefined;
  /** The parts of an address with one of them set, as JSON. */
  setUrl(address: string, part: string, value: string): string | undefined;
  /** Names and values of a query, as JSON. */
  parseQuery(text: string): string;
  writeQuery(pairs: string): string;
  utf8Length(text: string): number;
  utf8Write(text: string, into: Uint8Array): number;
  /** Text of bytes in an encoding; undefined where they are none of it and `fatal`. */
  decode(bytes: Uint8Array, encoding: string, fatal: boolean): string | undefined;
  /** The text to Base64, or undefined where a character is no byte. */
  toBase64(text: string): string | undefined;
  fromBase64(text: string): string | undefined;
  randomFill(into: Uint8Array): void;
  randomUuid(): string;
  /** Writes the digest; false where the algorithm is none. */
  digest(algorithm: string, bytes: Uint8Array, into: Uint8Array): boolean;
}

/** A bridge whose calls never throw anything of the outer realm. */
export function guarded(bridge: BridgeCalls): BridgeCalls {
  const names = Object.keys(bridge) as (keyof BridgeCalls)[];
  return Object.fromEntries(names.map((name) => [name, guard(bridge[name] as (...values: unknown[]) => unknown)])) as unknown as BridgeCalls;
}

/** A function that fails with an error of this realm, and stands on built-ins that no plugin has touched. */
export function guard<Values extends readonly unknown[], Result>(outer: (...values: Values) => Result): (...values: Values) => Result {
  const { apply } = Reflect;
  const Failure = RangeError;
  return (...values) => {
    try {
      return apply(outer, undefined, values) as Result;
    } catch {
      throw new Failure("Maximum call stack size exceeded");
    }
  };
}
