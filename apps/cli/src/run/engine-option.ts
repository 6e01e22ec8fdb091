import { type EngineKind, engineKinds } from "@ambit/api-types";
import { Option } from "commander";

/** `--engine`: what runs a plugin's JavaScript. */
export function engineOption(): Option {
  return new Option("--engine <engine>", "what runs JavaScript: portable (QuickJS), or fast (V8 in a confined process)").choices(engineKinds).default("portable" satisfies EngineKind);
}
