/**
 * Loaded into the process that runs a plugin's own tests: packages of Ambit that the plugin's folder has not installed are taken
 * from where this program has them, so that a plugin can be tested before anything is installed.
 */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith("@ambit/")) return nextResolve(specifier, context);
    try {
      return nextResolve(specifier, context);
    } catch {
      return nextResolve(specifier, { ...context, parentURL: import.meta.url });
    }
  },
});
