import type { JsonValue } from "@ambit/api-types";
import type { OrgOption } from "../settings/org-name.ts";

/** A value that a plugin's hook gave to the application. */
export interface HookValue {
  readonly pluginId: string;
  readonly value: JsonValue;
}

/** What came of a hook that nothing blocked. */
export interface HookRun {
  /** What policy hooks gave, in the order they were asked. */
  readonly values: readonly HookValue[];
  /** What observing hooks gave, once all of them have ended; never rejects. Nobody need wait for it. */
  readonly observed: Promise<readonly HookValue[]>;
}

/** How one hook is run. */
export interface HookOptions extends OrgOption {
  /** The application gives up: the hook under way ends, and the whole is blocked. */
  readonly signal?: AbortSignal;
  /** Only the first in the order is asked, whoever else handles it too; default false. For hooks that do something once, such as sending. */
  readonly exclusive?: boolean;
  /** Only the plugin of this id is asked. */
  readonly plugin?: string;
}
