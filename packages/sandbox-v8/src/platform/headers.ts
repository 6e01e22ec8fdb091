const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const BAD_VALUE = /[\0\r\n]/;

/** The standard `Headers`, without what the prelude adds to it. */
export class Headers {
  readonly #values: Map<string, string[]> = new Map();

  append(name: unknown, value: unknown): void {
    const [key, text] = [nameOf(name), valueOf(value)];
    const known = this.#values.get(key);
    if (known === undefined) this.#values.set(key, [text]);
    else known.push(text);
  }

  set(name: unknown, value: unknown): void {
    this.#values.set(nameOf(name), [valueOf(value)]);
  }

  get(name: unknown): string | null {
    return this.#values.get(nameOf(name))?.join(", ") ?? null;
  }

  has(name: unknown): boolean {
    return this.#values.has(nameOf(name));
  }

  delete(name: unknown): void {
    this.#values.delete(nameOf(name));
  }

  getSetCookie(): string[] {
    return [...(this.#values.get("set-cookie") ?? [])];
  }

  *entries(): Generator<[string, string]> {
    for (const name of [...this.#values.keys()].toSorted()) {
      const values = this.#values.get(name) ?? [];
      if (name === "set-cookie") for (const value of values) yield [name, value];
      else yield [name, values.join(", ")];
    }
  }

  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): Generator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.entries()) Reflect.apply(callback, self, [value, name, this]);
  }

  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }
}

function nameOf(name: unknown): string {
  const text = `${name}`;
  if (!NAME.test(text)) throw new TypeError("Invalid header name");
  return text.toLowerCase();
}

function valueOf(value: unknown): string {
  const text = `${value}`.replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, "");
  if (BAD_VALUE.test(text)) throw new TypeError("Invalid header value");
  return text;
}
