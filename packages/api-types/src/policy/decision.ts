import type { ErrorCode } from "../errors/error-registry.ts";
import type { JsonValue } from "../json/json-value.ts";

/** Which addresses a connection may use, judged on what the name resolves to. */
export type AddressRule =
  /** Public addresses alone. */
  | "public"
  /** What a person typed for an account: local networks too, but no link-local, multicast, broadcast or unspecified ones. */
  | "account"
  /** The address that the person typed as a literal, and no other. */
  | "literal"
  /** 127.0.0.1 alone. */
  | "loopback";

/**
 * A URL that was judged: a `URL` of which nothing can be set. Whoever works on a grant dials what was judged, and the judge
 * may give the same one again for the same text.
 */
export type JudgedUrl = Readonly<Pick<URL, "href" | "origin" | "protocol" | "host" | "hostname" | "port" | "pathname" | "search" | "hash">>;

/** What an allowed call was allowed to touch; the proxy works on this, never on the parameters again. */
export type CallGrant =
  /** A basic right, or a named thing already checked (a secret, a collection, a capability). */
  | { readonly kind: "basic" }
  | {
      readonly kind: "net";
      /** Parsed once; judged and dialled as this same object. */
      readonly url: JudgedUrl;
      readonly addresses: AddressRule;
      /** Traffic to accounts' hosts and declared ones may go through the operator's proxy; a local server's never does. */
      readonly mayUseProxy: boolean;
      /** Whether what allowed it still stands, asked again while what it opened is used; absent where it cannot be taken back. */
      readonly stillAllowed?: () => boolean;
    }
  | {
      readonly kind: "tcp";
      /** In canonical form; never an address. */
      readonly host: string;
      readonly port: number;
      readonly addresses: AddressRule;
    }
  | {
      readonly kind: "file";
      readonly root: string;
      /** Components below the root, each checked by the grammar. */
      readonly components: readonly string[];
      readonly access: "read" | "write";
      /** Components below the root of the rule that allows it: links must stay inside it. */
      readonly within: readonly string[];
    }
  | {
      readonly kind: "command";
      /** A program's plain name, to be found on the host's own PATH. */
      readonly program: string;
      /** Its words, those of the profile that keep configuration from running programs included; none goes through a shell. */
      readonly args: readonly string[];
      /** Set on top of the clean environment that the host builds. */
      readonly environment: Readonly<Record<string, string>>;
      /** Where it runs; a fresh empty folder where absent. */
      readonly folder?: { readonly root: string; readonly components: readonly string[] };
      /** It needs no other program: whoever runs it lets it start no process and no thread, so that what a folder configures cannot run. */
      readonly alone?: true;
    };

/** The judge's answer to one call. */
export type Decision =
  | { readonly allowed: true; readonly target: string; readonly grant: CallGrant }
  | {
      readonly allowed: false;
      /** `PERMISSION_DENIED`, or `INVALID_PARAMS` where the input itself is malformed. */
      readonly code: ErrorCode;
      /** Host, root or program, safe for the journal. */
      readonly target: string;
      /** One sentence for the guest: what was refused and what to declare. */
      readonly reason: string;
    };

/** A call as the judge sees it: its name and its parameters, already valid by the call's schema. */
export interface JudgedCall {
  readonly method: string;
  readonly params: JsonValue;
}

/** What the judge needs to know of the moment; read at each call, and only when a rule needs it. */
export interface JudgeFacts {
  /** Addresses a person typed for the accounts this plugin serves, such as `http://gitlab.lan:8080`. */
  accounts(): readonly string[];
  /** Ports the host read in the output of live shared processes that it started for this plugin. */
  sharedPorts(): readonly number[];
  /** Platform whose file name grammar holds, as Node names it (`linux`, `darwin`, `win32`). */
  readonly platform: string;
  /** Whether the host has a folder behind a root for this plugin; where absent, that is found out when the root is opened. */
  hasRoot?(root: string): boolean;
  /** Names below each root that are fenced off, compared case-folded, by root. */
  fenced(root: string): readonly string[];
  /** Host path of each root whose absolute paths this plugin may name (a harness plugin's); empty for others. */
  harnessRoots(): Readonly<Record<string, string>>;
  /** Roots that the integrator registered for commands to run in; none where absent. */
  commandRoots?(): readonly string[];
}
