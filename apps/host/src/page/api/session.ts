/** How the page stands with the host: a live session, or why there is none. */
export type Session = { readonly open: true; readonly key: string } | { readonly open: false; readonly reason: string };

const STORED = "ambit.session";

/**
 * Opens a session with the one-time token of the address, or goes on with this tab's own. The token stands in the fragment, which
 * a browser never sends, and is taken out of the address at once.
 */
export async function openSession(): Promise<Session> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token !== null) {
    history.replaceState(null, "", location.pathname);
    return spendToken(token);
  }
  const key = sessionStorage.getItem(STORED);
  return key === null ? { open: false, reason: "Open the address that the host printed in its terminal." } : { open: true, key };
}

async function spendToken(token: string): Promise<Session> {
  const answer = await fetch("/api/session", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) });
  const body = (await answer.json()) as { session?: string; error?: { message: string } };
  if (body.session === undefined) return { open: false, reason: body.error?.message ?? "The host refused the address." };
  sessionStorage.setItem(STORED, body.session);
  return { open: true, key: body.session };
}
