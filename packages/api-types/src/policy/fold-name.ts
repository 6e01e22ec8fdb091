/**
 * A name as the least exact file system would compare it: letter case, Unicode form, characters drawn as nothing, and dots and
 * spaces at the end do not count. `ß` and `ss` are one, since APFS takes them for one. Two names that any file system could take
 * for one another fold to the same text; taking two names for one refuses more, never less.
 */
export function foldName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC")
    .replace(/[. ]+$/, "");
}
