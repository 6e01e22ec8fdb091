/**
 * The text of a `run.js` that runs a plugin in Escouade's form.
 *
 * @param program The plugin's own module, such as `./plugin.js`.
 */
export function escouadeRunModule(program: string): string {
  return `import { escouadePlugin } from "@ambit/plugin-sdk/escouade";\n\nexport default escouadePlugin(() => import(${JSON.stringify(program)}));\n`;
}
