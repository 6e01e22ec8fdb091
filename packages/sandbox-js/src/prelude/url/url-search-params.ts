/** The engine's own, which takes only text and knows no URL that it belongs to. */
const Native = globalThis.URLSearchParams;
type Native = InstanceType<typeof Native>;

/** What search parameters can be made from. */
export type SearchParamsSource = string | Iterable<readonly [string, string]> | Readonly<Record<string, string>>;

const linked: WeakMap<URL, URLSearchParams> = new WeakMap();

/** The standard search parameters: from text, pairs or a record, or those of a URL, which then follow each other. */
export class URLSearchParams {
  #list: Native;
  #url: URL | undefined;
  #seen = "";

  constructor(source: SearchParamsSource = "") {
    this.#list = new Native(typeof source === "object" && source !== null ? "" : `${source}`);
    if (typeof source !== "object" || source === null) return;
    const pairs = Symbol.iterator in source ? source : Object.entries(source);
    for (const pair of pairs) {
      const [name, value, ...more] = pair;
      if (value === undefined || more.length > 0) throw new TypeError("Search parameters are pairs of a name and a value.");
      this.#list.append(name, value);
    }
  }

  /** The parameters of a URL; the same object each time. */
  static of(url: URL): URLSearchParams {
    const known = linked.get(url) ?? new URLSearchParams();
    known.#url = url;
    linked.set(url, known);
    return known;
  }

  get size(): number {
    return this.#read().size;
  }

  append(name: string, value: string): void {
    this.#write((list) => list.append(name, value));
  }

  delete(name: string, value?: string): void {
    this.#write((list) => (value === undefined ? list.delete(name) : list.delete(name, value)));
  }

  set(name: string, value: string): void {
    this.#write((list) => list.set(name, value));
  }

  sort(): void {
    this.#write((list) => list.sort());
  }

  get(name: string): string | null {
    return this.#read().get(name);
  }

  getAll(name: string): string[] {
    return this.#read().getAll(name);
  }

  has(name: string, value?: string): boolean {
    return value === undefined ? this.#read().has(name) : this.#read().has(name, value);
  }

  forEach(callback: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  keys(): Iterator<string> & Iterable<string> {
    return this.#read().keys();
  }

  values(): Iterator<string> & Iterable<string> {
    return this.#read().values();
  }

  entries(): Iterator<[string, string]> & Iterable<[string, string]> {
    return this.#read().entries();
  }

  [Symbol.iterator](): Iterator<[string, string]> & Iterable<[string, string]> {
    return this.entries();
  }

  toString(): string {
    return this.#read().toString();
  }

  #read(): Native {
    const search = this.#url?.search ?? this.#seen;
    if (search === this.#seen) return this.#list;
    this.#seen = search;
    this.#list = new Native(search);
    return this.#list;
  }

  #write(change: (list: Native) => void): void {
    const list = this.#read();
    change(list);
    if (this.#url === undefined) return;
    this.#url.search = list.toString();
    this.#seen = this.#url.search;
  }
}
