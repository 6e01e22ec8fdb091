import type { CaseAdapter } from "../case-row.ts";
import { archiveAdapter } from "./archive-adapter.ts";
import { commandAdapter } from "./command-adapter.ts";
import { fsAdapter } from "./fs-adapter.ts";
import { journalAdapter } from "./journal-adapter.ts";
import { manifestAdapter } from "./manifest-adapter.ts";
import { netAdapter } from "./net-adapter.ts";

/** One adapter a kind. A kind without one is not run, and so fails. */
export const adapters: readonly CaseAdapter[] = [netAdapter, fsAdapter, manifestAdapter, commandAdapter, journalAdapter, archiveAdapter];
