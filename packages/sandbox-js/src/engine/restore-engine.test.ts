import { defaultLimits } from "@ambit/api-types/guest";
import { QuickJS } from "quickjs-wasi";
import { expect, test } from "vitest";
import { engineBounds } from "./engine-bounds.ts";
import { guestWasi } from "./guest-wasi.ts";
import { makeEngineImage, placeholders } from "./make-image.ts";
import { restoreEngine } from "./restore-engine.ts";

const PAGE_BYTES = 65_536;

test("an instance that is written in parts has the same memory, byte for byte, as one that is copied whole", async () => {
  const image = await makeEngineImage();
  const bounds = engineBounds(defaultLimits.memoryMb);
  const fresh = (): WebAssembly.Memory => new WebAssembly.Memory({ initial: image.snapshot.memory.byteLength / PAGE_BYTES, maximum: 1024 });
  const [whole, parts] = [fresh(), fresh()];
  const options = { ...bounds, ...placeholders };
  await QuickJS.restore(image.snapshot, { ...options, wasi: guestWasi(whole), wasm: image.engine, extensions: [...image.extensions], timezoneOffset: 0 });
  await restoreEngine(image, parts, { ...options, wasi: guestWasi(parts) });
  expect(Buffer.from(parts.buffer).equals(Buffer.from(whole.buffer))).toBe(true);
  const written = image.filled.reduce((sum, { start, end }) => sum + end - start, 0);
  expect(written).toBeLessThan(image.snapshot.memory.byteLength / 2);
});
