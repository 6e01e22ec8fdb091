import { tmpdir } from "node:os";
import { openRoot } from "@ambit/directory-handles";
import type { Check } from "./check.ts";

/** Tells how folders are confined here, from a real folder opened the way a plugin's would be. */
export function checkDirectoryHandles(): Check {
  using root = openRoot(tmpdir(), { access: "read" });
  const { mechanism, guarantee } = root.describe();
  const ok = mechanism === "proc-self-fd";
  return {
    name: "folders",
    ok,
    detail: `${mechanism}: ${guarantee}`,
    ...(!ok && { remedy: "Plugins can read folders here but not write them. Writing needs Linux with /proc mounted." }),
  };
}
