import { MANIFEST_BYTES } from "@ambit/api-types";

/** A manifest's text, or why its bytes are none. */
export type ManifestText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Turns a manifest's bytes into text: bounded first, UTF-8 without replacement characters or a byte order mark. */
export function decodeManifest(source: Uint8Array | string): ManifestText {
  const bytes = typeof source === "string" ? Buffer.byteLength(source) : source.byteLength;
  if (bytes > MANIFEST_BYTES) return { ok: false, message: `the manifest is larger than ${MANIFEST_BYTES} bytes` };
  const text = typeof source === "string" ? source : decodeUtf8(source);
  if (text === undefined || !text.isWellFormed()) return { ok: false, message: "the manifest is not UTF-8" };
  if (text.startsWith("\ufeff")) return { ok: false, message: "the manifest begins with a byte order mark: save it as UTF-8 without one" };
  return { ok: true, text };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
