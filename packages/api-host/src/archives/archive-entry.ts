/** One entry of an archive, as its format's reader found it. */
export type ArchiveEntry =
  | { readonly kind: "folder"; readonly name: string }
  | {
      readonly kind: "file";
      readonly name: string;
      /** Bytes that the archive says it has. */
      readonly size: number;
      /** Its bytes, no more than were declared; @throws AmbitError `BUNDLE_INVALID`. */
      readonly read: () => Promise<Uint8Array>;
    };
