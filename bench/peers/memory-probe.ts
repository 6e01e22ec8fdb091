/**
 * Run as a process of its own: starts 20 idle workers of one kind and prints the megabytes that each one added.
 *
 * @packageDocumentation
 */

import { setTimeout as pause } from "node:timers/promises";
import { plainBackend, plainSpec } from "../guests/plain-sandbox.ts";
import { BareWorker } from "./bare-worker.ts";

const COUNT = 20;
const SETTLE_MILLIS = 500;

// Without a warm pool, so that exactly the instances counted are there.
const backend = plainBackend({ warmWorkers: 0 });
const open = process.argv[2] === "bare" ? () => BareWorker.start() : () => backend.create(plainSpec());

// The first one also pays for what all of them share.
await open();
await pause(SETTLE_MILLIS);
const before = process.memoryUsage.rss();
for (let i = 0; i < COUNT; i++) await open();
await pause(SETTLE_MILLIS);
console.log((process.memoryUsage.rss() - before) / COUNT / 1e6);
process.exit(0);
