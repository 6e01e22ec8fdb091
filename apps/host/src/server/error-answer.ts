import { AmbitError, type ErrorCode, toErrorReply } from "@ambit/api-types";

/** HTTP statuses of codes that say more than "the request was refused". */
const statuses: Partial<Record<ErrorCode, number>> = {
  SESSION_REQUIRED: 403,
  PERMISSION_DENIED: 403,
  CONSENT_REQUIRED: 409,
  CONSENT_MISMATCH: 409,
  PLUGIN_NOT_INSTALLED: 404,
  TOOL_UNKNOWN: 404,
  PLUGIN_PARKED: 409,
  INTERNAL_ERROR: 500,
  STORE_FAILED: 500,
  MESSAGE_TOO_LARGE: 413,
};

/** Turns whatever a route threw into an answer; what is not an Ambit error keeps its words for the host's own log. */
export function errorAnswer(thrown: unknown, onInternalError: (error: unknown) => void): Response {
  if (!AmbitError.isInstance(thrown)) onInternalError(thrown);
  const error = toErrorReply(thrown);
  return Response.json({ error }, { status: statuses[error.data.code] ?? 422 });
}
