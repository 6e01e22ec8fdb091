import type { SandboxSession } from "./sandbox-service.ts";

/** What search and edit are made of. */
export type SessionTools = Pick<SandboxSession, "exec" | "readFile" | "writeFile">;
