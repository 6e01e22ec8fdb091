/**
 * Gives what V8 words by the language of the machine the form that the portable engine has, which knows no languages: the same plugin
 * says the same on both.
 */
export function plainLocale(): void {
  methods(Number.prototype, { toLocaleString: Number.prototype.toString });
  methods(BigInt.prototype, { toLocaleString: BigInt.prototype.toString });
  methods(String.prototype, {
    toLocaleLowerCase(this: string) { return `${this}`.toLowerCase(); },
    toLocaleUpperCase(this: string) { return `${this}`.toUpperCase(); },
    localeCompare(this: string, other: unknown) { return compare(`${this}`.normalize("NFC"), `${other}`.normalize("NFC")); },
  });
  const { toString, toTimeString } = Date.prototype;
  methods(Date.prototype, {
    toString(this: Date) { return withoutZoneName(Reflect.apply(toString, this, [])); },
    toTimeString(this: Date) { return withoutZoneName(Reflect.apply(toTimeString, this, [])); },
    toLocaleString(this: Date) { return Number.isNaN(this.getTime()) ? "Invalid Date" : `${day(this)}, ${time(this)}`; },
    toLocaleDateString(this: Date) { return Number.isNaN(this.getTime()) ? "Invalid Date" : day(this); },
    toLocaleTimeString(this: Date) { return Number.isNaN(this.getTime()) ? "Invalid Date" : time(this); },
  });
}

function methods(prototype: object, functions: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(functions)) Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

/** By code points, as an engine without languages compares. */
function compare(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return Math.sign(left.length - right.length);
}

function withoutZoneName(text: string): string {
  return text.replace(/ \([^)]*\)$/, "");
}

function day(date: Date): string {
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${String(date.getFullYear()).padStart(4, "0")}`;
}

function time(date: Date): string {
  const hours = date.getHours();
  return `${two(hours % 12 === 0 ? 12 : hours % 12)}:${two(date.getMinutes())}:${two(date.getSeconds())} ${hours < 12 ? "AM" : "PM"}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
