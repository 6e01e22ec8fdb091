import { Refusal, type RefusalReason } from "./refusal.ts";

const reasons: ReadonlyMap<string, RefusalReason> = new Map([
  ["ENOENT", "missing"],
  ["ELOOP", "loop"],
  ["ENOTDIR", "not-directory"],
  ["EISDIR", "is-directory"],
  ["EEXIST", "exists"],
  ["ENOTEMPTY", "not-empty"],
  ["EROFS", "read-only"],
  ["ENAMETOOLONG", "name-too-long"],
  ["EILSEQ", "invalid-name"],
  ["EINVAL", "invalid"],
  ["EFBIG", "too-large"],
  ["EMFILE", "too-many-open"],
  ["ENFILE", "too-many-open"],
  ["EMLINK", "too-many-links"],
  ["ENOSPC", "no-space"],
  ["EDQUOT", "no-space"],
  ["EACCES", "access-denied"],
  ["EPERM", "access-denied"],
  ["EXDEV", "cross-root"],
  ["EBUSY", "busy"],
  ["ETXTBSY", "busy"],
  ["EBADF", "closed"],
  ["ENXIO", "special"],
  ["ENODEV", "special"],
  ["ENOSYS", "unsupported"],
  ["ENOTSUP", "unsupported"],
  ["EOPNOTSUPP", "unsupported"],
]);

/** The code of a Node.js system error (`ENOENT`), or the empty string for anything else that was thrown. */
export function systemCode(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return "";
  return typeof thrown.code === "string" ? thrown.code : "";
}

/** The reason behind whatever an operation threw; a system error that has no entry is `io`. Rethrows what is neither. */
export function reasonOf(thrown: unknown): RefusalReason {
  if (thrown instanceof Refusal) return thrown.reason;
  const code = systemCode(thrown);
  if (code === "" || code.startsWith("ERR_")) throw thrown;
  return reasons.get(code) ?? "io";
}
