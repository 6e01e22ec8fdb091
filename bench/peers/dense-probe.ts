/**
 * Run as a process of its own: starts 200 idle plugins of the portable engine in dense placement and prints the megabytes that each one took.
 *
 * @packageDocumentation
 */

import { setTimeout as pause } from "node:timers/promises";
import { jsBackend } from "@ambit/sandbox-js";
import { densePlacement } from "@ambit/worker-host";
import { echoPlugin } from "../guests/js-sandbox.ts";

const COUNT = 200;
const SETTLE_MILLIS = 1500;

const dense = process.argv[2] === "dense";
const backend = jsBackend({ warmWorkers: 0, ...(dense && { placement: densePlacement() }) });
const { spec, remove } = echoPlugin();
await backend.isAvailable();
const before = process.memoryUsage.rss();
const sandboxes = await Promise.all(Array.from({ length: COUNT }, () => backend.create(spec)));
for (const sandbox of sandboxes) await sandbox.call("tool/call", { tool: "echo", arguments: {} });
await pause(SETTLE_MILLIS);
console.log((process.memoryUsage.rss() - before) / COUNT / 1e6);
remove();
process.exit(0);
