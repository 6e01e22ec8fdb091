import fc from "fast-check";

// Small alphabets on purpose: pairs of policies, and calls sampled from the same letters, meet often.

const label = fc.constantFrom("a", "b", "api");
const domain = fc.constantFrom("example.dev", "a.example.dev", "b.a.example.dev", "example.org");
const port = fc.constantFrom("", ":443", ":8443");

/** An entry of `permissions.network`. */
export const networkEntry: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(label, domain, port).map(([first, rest, suffix]) => `${first}.${rest}${suffix}`),
  fc.tuple(domain, port).map(([rest, suffix]) => `*.${rest}${suffix}`),
  fc.tuple(domain, port).map(([rest, suffix]) => `${rest}${suffix}`),
  fc.constantFrom("*", "{account}", "local:shared"),
  fc.tuple(domain, fc.constantFrom("443", "5432")).map(([rest, number]) => `tcp:${rest}:${number}`),
);

const folder = fc.array(fc.constantFrom("x", "y"), { maxLength: 3 });

/** Entries of `permissions.files`, no place twice. */
const fileEntries: fc.Arbitrary<readonly Record<string, string>[]> = fc.uniqueArray(
  fc.record({ root: fc.constantFrom("workspace", "agent", "temp"), path: folder, access: fc.constantFrom("read", "write") }),
  { maxLength: 5, selector: ({ root, path }) => [root, ...path].join("/") },
).map((entries) => entries.map(({ root, path, access }) => (path.length === 0 ? { root, access } : { root, path: path.join("/"), access })));

const commandEntry = fc.constantFrom("git log *", "git log --oneline *", "git log --oneline", "git log -n 3", "git log -n 3 *", "git status --short", "git status *", "git show *", "rg TODO");

/** Permissions of every section. */
export const permissions: fc.Arbitrary<Record<string, unknown>> = fc.record({
  network: fc.array(networkEntry, { maxLength: 5 }),
  files: fileEntries,
  commands: fc.array(commandEntry, { maxLength: 4 }),
  secrets: fc.subarray(["token", "key"]),
  events: fc.subarray(["saved", "closed"]),
  capabilities: fc.subarray(["content:read", "content:write", "content:admin"]),
  storage: fc.subarray(["notes", "links"]).map((names) => Object.fromEntries(names.map((name) => [name, {}]))),
});

/** Contributed commands. */
export const eventCommands: fc.Arbitrary<readonly { readonly on: string; readonly run: string }[]> = fc.array(fc.record({ on: fc.constantFrom("saved", "closed"), run: fc.constantFrom("make check", "make  check", "true") }), { maxLength: 3 });

/** A URL made of the same letters. */
export const sampledUrl: fc.Arbitrary<string> = fc.tuple(
  fc.constantFrom("https://", "https://", "https://", "http://", "wss://"),
  fc.array(label, { maxLength: 3 }),
  fc.oneof(domain, fc.constantFrom("127.0.0.1", "git.corp", "localhost")),
  fc.constantFrom("", "", ":443", ":8443", ":41234"),
).map(([scheme, first, rest, suffix]) => `${scheme}${[...first, rest].join(".")}${suffix}/p`);

/** A URL of a server that a shared process or an account may have. */
export const sampledLocalUrl: fc.Arbitrary<string> = fc.constantFrom("http://127.0.0.1:41234/", "http://127.0.0.1:41235/", "http://localhost:41234/", "https://127.0.0.1:41234/", "https://git.corp/", "http://git.corp/", "https://a.example.dev:8443/", "http://[::1]:41234/");

/** Host and port of a raw socket. */
export const sampledSocket: fc.Arbitrary<{ readonly host: string; readonly port: number }> = fc.record({ host: fc.oneof(domain, fc.constantFrom("git.corp", "127.0.0.1", "EXAMPLE.dev.")), port: fc.constantFrom(443, 5432, 8443) });

/** A command made of the same words. */
export const sampledCommand: fc.Arbitrary<readonly string[]> = fc.tuple(
  fc.constantFrom(["git", "log"], ["git", "status"], ["git", "show"], ["rg"], ["git"]),
  fc.array(fc.constantFrom("--oneline", "--short", "-n", "3", "main", "--output=x", "TODO", "--", "-p"), { maxLength: 4 }),
).map(([start, rest]) => [...start, ...rest]);

/** A root and a path made of the same letters. */
export const sampledPath: fc.Arbitrary<{ readonly root: string; readonly path: string }> = fc.record({
  root: fc.constantFrom("workspace", "agent", "temp", "docs"),
  path: fc.array(fc.constantFrom("x", "y", "z", ".."), { maxLength: 4 }).map((parts) => parts.join("/")),
});
