/**
 * The text of a `run.js` that runs a plugin in EmDash's form.
 *
 * @param backend The plugin's own module, such as `./backend.js`; its default export is the plugin.
 */
export function emdashRunModule(backend: string): string {
  return `import plugin from ${JSON.stringify(backend)};\nimport { adaptEmdashPlugin } from "@ambit/plugin-sdk/emdash";\n\nexport default adaptEmdashPlugin(plugin);\n`;
}

/** The text of a `run.js` whose one tool, `describe`, tells what the plugin handles: for its manifest, which their own leaves to the code. */
export function emdashProbeModule(backend: string): string {
  return `import plugin from ${JSON.stringify(backend)};\nimport { describeEmdashPlugin } from "@ambit/plugin-sdk/emdash";\n\nexport const tools = { describe: () => describeEmdashPlugin(plugin) };\n`;
}
