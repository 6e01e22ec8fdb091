import type { BridgeCalls } from "./bridge.ts";

type Parts = Readonly<Record<"href" | "origin" | "protocol" | "username" | "password" | "host" | "hostname" | "port" | "pathname" | "search" | "hash", string>>;

/** Makes the standard `URL`; its `searchParams` and `parse` are the prelude's. */
export function createUrl(bridge: BridgeCalls): unknown {
  const parse = (address: unknown, base: unknown): Parts | undefined => {
    const text = bridge.parseUrl(`${address}`, base === undefined ? undefined : `${base}`);
    return text === undefined ? undefined : (JSON.parse(text) as Parts);
  };
  class URL {
    #parts: Parts;

    constructor(address: unknown, base?: unknown) {
      const parts = parse(address, base);
      if (parts === undefined) throw new TypeError("Invalid URL");
      this.#parts = parts;
    }

    static canParse(address: unknown, base?: unknown): boolean {
      return parse(address, base) !== undefined;
    }

    get origin(): string {
      return this.#parts.origin;
    }

    static part(url: URL, name: keyof Parts): string {
      return url.#parts[name];
    }

    static change(url: URL, name: keyof Parts, value: string): void {
      const text = name === "href" ? bridge.parseUrl(value, undefined) : bridge.setUrl(url.#parts.href, name, value);
      if (text === undefined) throw new TypeError("Invalid URL");
      url.#parts = JSON.parse(text) as Parts;
    }

    toString(): string {
      return this.#parts.href;
    }

    toJSON(): string {
      return this.#parts.href;
    }
  }
  const { part, change } = URL;
  for (const name of ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"] as const) {
    Object.defineProperty(URL.prototype, name, {
      get(this: URL) { return part(this, name); },
      set(this: URL, value: unknown) { change(this, name, `${value}`); },
      enumerable: true, configurable: true,
    });
  }
  for (const name of ["part", "change"]) Reflect.deleteProperty(URL, name);
  return URL;
}
