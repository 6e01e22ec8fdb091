import { alwaysNeeded, type Confiner } from "@ambit/sandbox-process";
import type { Check } from "./check.ts";

/**
 * Tells of each layer that confines script tools, declared commands and plugins in processes, whether it holds here: found out with a real
 * child. Those that are not always needed are missing to a plugin which asks for them alone.
 */
export async function checkConfinement(confiner: Confiner): Promise<readonly Check[]> {
  const { layers } = await confiner.describe();
  return layers.map((layer): Check => {
    const name = `confinement ${layer.name}`;
    if (layer.holds) return { name, ok: true, detail: layer.by };
    return { name, ok: false, ...(!alwaysNeeded.includes(layer.name) && { optional: true }), detail: layer.reason, remedy: layer.remedy };
  });
}
