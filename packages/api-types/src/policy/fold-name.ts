/**
 * A name as the least exact file system would compare it: letter case, Unicode form and characters drawn as nothing do
 * not count. `ß` and `ss` are one, since APFS takes them for one. Only for comparing with names that are fenced off:
 * taking two names for one there refuses more, never less.
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
