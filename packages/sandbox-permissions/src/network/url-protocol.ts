/** The kinds of network call that name a URL. */
export type UrlProtocol = "fetch" | "stream" | "ws";
