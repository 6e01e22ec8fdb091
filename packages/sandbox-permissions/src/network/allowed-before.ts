import type { UrlProtocol } from "./url-protocol.ts";

/** A URL that declared hosts allowed. */
export interface AllowedUrl {
  readonly url: URL;
  /** The host that was judged, for the journal. */
  readonly target: string;
}

interface Kept extends AllowedUrl {
  readonly protocol: UrlProtocol;
  readonly text: string;
  readonly href: string;
}

/** URLs kept for one policy: what a plugin asks for again and again is few. */
const PLACES = 64;

/** Longest text that is kept, in characters: what waits here is the plugin's, and takes the host's memory. */
const TEXT_CHARACTERS = 2048;

/**
 * What one policy's declared hosts allowed, by the exact text of the URL: the judge says the same for the same input, so a
 * text that was allowed before is not parsed again. Each text has one place, and the next text there takes it. Nothing is to
 * be kept here that depends on more than the policy and the text.
 */
export class AllowedBefore {
  readonly #places: (Kept | undefined)[] = Array.from({ length: PLACES }, () => undefined);

  /** What was allowed for this very text, if it is still there. */
  find(protocol: UrlProtocol, text: string): AllowedUrl | undefined {
    const kept = this.#places[placeOf(text)];
    if (kept === undefined || kept.text !== text || kept.protocol !== protocol) return undefined;
    // Nobody may set anything of a judged URL. Whoever did against its type has spoilt it for their own call and no other.
    return kept.url.href === kept.href ? kept : undefined;
  }

  keep(protocol: UrlProtocol, text: string, { url, target }: AllowedUrl): void {
    if (text.length <= TEXT_CHARACTERS) this.#places[placeOf(text)] = { protocol, text, href: url.href, url, target };
  }
}

/** Of a few characters alone: a hash of the whole text costs as much as the parser. */
function placeOf(text: string): number {
  const step = (text.length >> 3) + 1;
  let mixed = text.length;
  for (let at = text.length - 1; at > 0; at -= step) mixed = (mixed * 31 + text.charCodeAt(at)) & 0xffffff;
  return mixed % PLACES;
}
