/** What headers can be made from. */
export type HeadersSource = Headers | Iterable<readonly [string, string]> | Readonly<Record<string, string>> | undefined;

const Native: typeof globalThis.Headers = globalThis.Headers;

/** The standard headers. The engine's own take records and lists; these take any iterable of pairs too. */
export class Headers extends Native {
  constructor(source?: HeadersSource) {
    super();
    if (source === undefined) return;
    const pairs = Symbol.iterator in source ? (source as Iterable<readonly [string, string]>) : Object.entries(source);
    for (const [name, value] of pairs) this.append(name, value);
  }
}
