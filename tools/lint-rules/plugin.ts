/** The project's own lint rules, loaded by oxlint.config.ts. */
import type { Plugin } from "@oxlint/plugins";
import { boundedTimers } from "./bounded-timers.ts";
import { documentedExports, noDefaultExport, noForeignExportAll } from "./export-style.ts";
import { fileName } from "./file-name.ts";
import { noAmbientAuthority } from "./no-ambient-authority.ts";
import { noSkippedTests } from "./no-skipped-tests.ts";

const plugin: Plugin = {
  meta: { name: "ambit" },
  rules: {
    "bounded-timers": boundedTimers,
    "documented-exports": documentedExports,
    "file-name": fileName,
    "no-ambient-authority": noAmbientAuthority,
    "no-default-export": noDefaultExport,
    "no-foreign-export-all": noForeignExportAll,
    "no-skipped-tests": noSkippedTests,
  },
};

export default plugin;
