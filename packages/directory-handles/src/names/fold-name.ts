const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A name in the form in which names are compared: NFC, case-folded (`ß` is `ss`), without the invisible code points that
 * some file systems skip. Two names that any supported file system could take for one another fold to the same text.
 */
export function foldName(name: string): string {
  return name.replace(ignorable, "").normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
