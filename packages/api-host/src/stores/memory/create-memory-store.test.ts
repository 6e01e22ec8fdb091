import { runStoreConformance } from "@ambit/conformance-suite";
import { test } from "vitest";
import { createMemoryStore } from "./create-memory-store.ts";

runStoreConformance("memory", async () => ({ store: createMemoryStore() }), { test });
