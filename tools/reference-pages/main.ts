/** Writes the reference pages that are made from the tables of `api-types`: `npm run reference`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-checks/run-command.ts";
import { generatedPages } from "./pages.ts";

for (const [place, text] of generatedPages()) {
  writeFileSync(join(root, place), text);
  console.log(place);
}
