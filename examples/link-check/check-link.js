/** Answers to HEAD that say nothing about the page: some servers do not do HEAD, or do it wrong. */
const ASK_AGAIN = [400, 403, 404, 405, 501];

/**
 * Requests one link. `ok` and `broken` have the status of the last hop, `refused` and `failed` the code the host gave:
 * `refused` was never sent, `failed` had no answer.
 */
export async function checkLink(url, signal) {
  try {
    const head = await fetch(url, { method: "HEAD", signal });
    const response = ASK_AGAIN.includes(head.status) ? await fetch(url, { signal }) : head;
    return { outcome: response.ok ? "ok" : "broken", status: response.status, ...(response.redirected && { leadsTo: response.url }) };
  } catch (error) {
    if (signal?.aborted) throw error;
    const code = error.code ?? "INVALID_LINK";
    // A page that is larger than the host reads is still a page that is there.
    if (code === "LIMIT_EXCEEDED" && error.details?.limit === "fetchBytes") return { outcome: "ok" };
    return { outcome: code === "PERMISSION_DENIED" ? "refused" : "failed", code };
  }
}
