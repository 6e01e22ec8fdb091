/** Most bytes of names and values of one set of headers. */
const FIELD_BYTES = 65_536;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

type HeaderError = { readonly tag: "invalid-syntax" } | { readonly tag: "immutable" };

/** `wasi:http/types.fields`: headers in order. */
export class Fields {
  #entries: [string, Uint8Array][] = [];
  #frozen = false;

  static fromList(entries: [string, Uint8Array][]): Fields {
    const fields = new Fields();
    for (const [name, value] of entries) fields.append(name, value);
    return fields;
  }

  /** Headers that their holder cannot change. */
  static frozen(entries: readonly (readonly [string, string])[]): Fields {
    const fields = new Fields();
    fields.#entries = entries.map(([name, value]) => [name, Buffer.from(value)]);
    fields.#frozen = true;
    return fields;
  }

  get(name: string): Uint8Array[] {
    return this.#entries.filter(([key]) => isSame(key, name)).map(([, value]) => value);
  }

  has(name: string): boolean {
    return this.#entries.some(([key]) => isSame(key, name));
  }

  set(name: string, values: Uint8Array[]): void {
    this.delete(name);
    for (const value of values) this.append(name, value);
  }

  delete(name: string): void {
    this.#checkMutable();
    this.#entries = this.#entries.filter(([key]) => !isSame(key, name));
  }

  append(name: string, value: Uint8Array): void {
    this.#checkMutable();
    const bytes = this.#entries.reduce((sum, [key, kept]) => sum + key.length + kept.length, name.length + value.length);
    if (!token.test(name) || bytes > FIELD_BYTES || value.some((byte) => byte === 0 || byte === 10 || byte === 13)) throw { tag: "invalid-syntax" } satisfies HeaderError;
    this.#entries.push([name, value]);
  }

  entries(): [string, Uint8Array][] {
    return this.#entries.map(([name, value]) => [name, value]);
  }

  clone(): Fields {
    return Fields.fromList(this.entries());
  }

  /** The headers as a call has them. */
  pairs(): [string, string][] {
    return this.#entries.map(([name, value]) => [name, Buffer.from(value).toString("utf8")]);
  }

  #checkMutable(): void {
    if (this.#frozen) throw { tag: "immutable" } satisfies HeaderError;
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
