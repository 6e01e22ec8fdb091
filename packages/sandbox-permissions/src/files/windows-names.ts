/** Names that Windows gives to devices, in every folder and with every extension; superscript digits count as digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])$/i;

/** The short form that Windows makes of a long name, such as `PROGRA~1.TXT`. */
const SHORT = /~[0-9]+(?:\.[^.]{0,3})?$/;

/** Tells whether one path component is no ordinary file name on Windows. */
export function isUnsafeOnWindows(component: string): boolean {
  if (/[<>"|?*]/.test(component) || /[. ]$/.test(component) || SHORT.test(component)) return true;
  const stem = component.split(".")[0] ?? "";
  return DEVICE.test(stem.trimEnd());
}
