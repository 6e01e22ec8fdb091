import { URLSearchParams } from "./url-search-params.ts";

/** Adds what the engine's `URL` lacks of the standard: `searchParams` and `URL.parse`. */
export function completeUrl(): void {
  const get = function (this: URL): URLSearchParams {
    return URLSearchParams.of(this);
  };
  Object.defineProperty(URL.prototype, "searchParams", { get, enumerable: true, configurable: true });
  const parse = (address: string, base?: string): URL | null => (URL.canParse(address, base) ? new URL(address, base) : null);
  Object.defineProperty(URL, "parse", { value: parse, writable: true, configurable: true });
}
