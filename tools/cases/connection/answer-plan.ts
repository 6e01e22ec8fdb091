import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";

/** What a case's server answers, as the case says it; see the cases' README. Many names are in use for one thing. */
export type CaseResponse = Readonly<Record<string, unknown>>;

/** What a case's server does with each request, read from the case. */
export interface AnswerPlan {
  readonly status: number | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  /** Bytes of the body where it is not given. */
  readonly bytes: number;
  /** What the head claims of the length; undefined: the truth; null: nothing. */
  readonly contentLength: number | null | undefined;
  readonly chunked: boolean;
  /** Seconds before the head. */
  readonly headAfter: number;
  /** Seconds between two bytes of the body; without an end where absent. */
  readonly byteEvery: number | undefined;
  /** Never answers at all. */
  readonly isSilent: boolean;
  /** Breaks the connection off in the middle of the body. */
  readonly breaksOff: boolean;
  /** Its certificate is from nobody who is trusted, has expired, or is another host's: for who connects these are one. */
  readonly isUntrusted: boolean;
  /** Sent instead of a proper answer. */
  readonly raw: string | undefined;
  /** Bytes of a WebSocket's message. */
  readonly message: number | undefined;
  /** The message is deflated although nobody asked for it. */
  readonly isDeflated: boolean;
}

type Draft = { -readonly [Key in keyof AnswerPlan]: AnswerPlan[Key] } & { encoding?: string; decoded?: number };

/** How one field of a case's answer is understood: by its name, without regard to case, and its value. */
interface Field {
  readonly name: RegExp;
  read(plan: Draft, value: unknown, name: string): void;
}

const fields: readonly Field[] = [
  { name: /^status$/, read: (plan, value) => void (plan.status = Number(value)) },
  { name: /^location$/, read: (plan, value) => void (plan.headers = [...plan.headers, ["location", String(value)]]) },
  { name: /^contentlength$/, read: (plan, value) => void (plan.contentLength = value === null ? null : Number(value)) },
  { name: /^(?:content)?encoding$/, read: (plan, value) => void (plan.encoding = String(value)) },
  { name: /^(?:decoded|inflated|unpacked)(?:bytes|size)?$/, read: (plan, value) => void (plan.decoded = Number(value)) },
  // How small it is packed follows from what it holds.
  { name: /^deflatewire$/, read: (plan) => void (plan.isDeflated = true) },
  { name: /^(?:wire|compressed|packed|encoded)(?:bytes|size)?$/, read: () => undefined },
  { name: /^(?:gzip|br|brotli|zstd)(?:wire|bytes|size)?$/, read: (plan, _value, name) => void (plan.encoding = /^[a-z]+?(?=wire|bytes|size|$)/.exec(name)?.[0] ?? "gzip") },
  { name: /^(?:body)?(?:bytes|size|length)$/, read: (plan, value) => void (plan.bytes = Number(value)) },
  { name: /^(?:body|text|content)$/, read: (plan, value) => void (plan.body = Buffer.from(typeof value === "string" ? value : JSON.stringify(value))) },
  { name: /^headers?$/, read: (plan, value) => void (plan.headers = [...plan.headers, ...(typeof value === "number" ? many(value) : pairs(value))]) },
  { name: /^header(?:s)?(?:count|lines)$/, read: (plan, value) => void (plan.headers = [...plan.headers, ...many(Number(value))]) },
  { name: /^header(?:s)?(?:bytes|size)$/, read: (plan, value) => void (plan.headers = [...plan.headers, ["x-long", "x".repeat(Number(value))]]) },
  { name: /^chunked$/, read: (plan, value) => void (plan.chunked = value === true) },
  { name: /^(?:hangs?|stalls?|silent|never|neveranswers)$/, read: (plan, value) => void (plan.isSilent = value !== false) },
  { name: /^(?:reset|close|closed|abort|aborted|truncated|breaksoff)$/, read: (plan, value) => void (plan.breaksOff = value !== false) },
  { name: /^(?:raw|garbage)$/, read: (plan, value) => void (plan.raw = typeof value === "string" ? value : "garbage\r\n\r\n") },
  { name: /^stall/, read: (plan) => void (plan.byteEvery = Number.MAX_SAFE_INTEGER) },
  { name: /^(?:tls|cert|certificate|untrusted)/, read: (plan, value) => void (plan.isUntrusted = value !== false && value !== "valid") },
  { name: /^bytespersecond$/, read: (plan, value) => void (plan.byteEvery = 1 / Number(value)) },
  { name: /drip|slow|trickle|interval|every|idle/, read: (plan, value, name) => void (plan.byteEvery = seconds(value, name)) },
  { name: /delay|wait|after|pause|ttfb/, read: (plan, value, name) => void (plan.headAfter = seconds(value, name)) },
];

/** Reads a case's answer. @throws Error naming a field that is not understood. */
export function answerPlan(response: CaseResponse): AnswerPlan {
  const draft: Draft = { status: undefined, headers: [], body: undefined, bytes: 0, contentLength: undefined, chunked: false, headAfter: 0, byteEvery: undefined, isSilent: false, breaksOff: false, isUntrusted: false, raw: undefined, message: undefined, isDeflated: false };
  for (const [name, value] of Object.entries(response)) {
    const field = fields.find((each) => each.name.test(name.toLowerCase()));
    if (field === undefined) throw new Error(`the answer's field "${name}" is not understood`);
    field.read(draft, value, name.toLowerCase());
  }
  const { encoding, decoded, ...plan } = draft;
  const message = decoded ?? (plan.bytes > 0 ? plan.bytes : undefined);
  if (encoding === undefined) return { ...plan, message };
  const body = plan.body ?? (decoded === undefined ? undefined : packed(decoded, encoding));
  return { ...plan, message, headers: [...plan.headers, ["content-encoding", encoding]], body };
}

/** Whether an answer has to do with time. */
export function isTimed({ headAfter, byteEvery, isSilent }: AnswerPlan): boolean {
  return headAfter > 0 || byteEvery !== undefined || isSilent;
}

const packers: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gzipSync, "x-gzip": gzipSync, deflate: deflateSync, br: brotliCompressSync, brotli: brotliCompressSync, zstd: zstdCompressSync };

/** Each of the codings in turn; one that is not known leaves the body as it is. */
function packed(bytes: number, encoding: string): Buffer {
  let body: Buffer = Buffer.alloc(bytes);
  for (const name of encoding.split(",")) body = packers[name.trim().toLowerCase()]?.(body) ?? body;
  return body;
}

function many(count: number): readonly (readonly [string, string])[] {
  return Array.from({ length: count }, (_, at) => [`x-${at}`, "x"] as const);
}

function pairs(value: unknown): readonly (readonly [string, string])[] {
  const entries = Array.isArray(value) ? (value as readonly (readonly [string, unknown])[]) : Object.entries(value as Readonly<Record<string, unknown>>);
  return entries.flatMap(([name, each]) => [each].flat().map((one) => [name, String(one)] as const));
}

/** Seconds of a field whose name or value may say that it is in milliseconds, or that it holds several. */
function seconds(value: unknown, name: string): number {
  if (typeof value === "object" && value !== null) return Math.max(...Object.entries(value).map(([inner, each]) => (/second|ms|milli|every|delay|interval/i.test(inner) ? seconds(each, inner.toLowerCase()) : 0)), 1);
  const count = typeof value === "number" ? value : Number.parseFloat(String(value));
  if (!Number.isFinite(count)) return Number.MAX_SAFE_INTEGER;
  return /ms$|milli/.test(name) || /\d\s*ms\b/.test(String(value)) ? count / 1000 : count;
}
