export { createSandboxService } from "./create-sandbox-service.ts";
export type * from "./sandbox-service.ts";
export type { EditOptions } from "./edit-file.ts";
export type { GlobOptions, GlobResult } from "./glob-files.ts";
export type { GrepMatch, GrepOptions, GrepResult } from "./grep-files.ts";
