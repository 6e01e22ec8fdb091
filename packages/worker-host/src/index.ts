/**
 * Runs guest engines in workers and keeps them in bounds from outside.
 *
 * Who uses it: the backend packages (`sandbox-wasm`, `sandbox-js`), which hand it an engine, and `api-host`, which restarts
 * instances with {@link superviseSandbox}.
 * What belongs here: the channel between host and worker, deadlines, the watch over processor time and memory, the kill, the
 * warm pool, restart and park. What does not: what a guest is made of (engines), and what it may do (the gateway's judge).
 *
 * @packageDocumentation
 */

export type { GuestEngine } from "./engine/guest-engine.ts";
export { type WorkerBackendOptions, createWorkerBackend } from "./backend/worker-backend.ts";
export { densePlacement } from "./placement/dense-placement.ts";
export type { Placement, Seat, SeatEnd, SeatListener, SeatOrder, SeatProgress } from "./placement/placement.ts";
export { type SupervisedSandbox, type SupervisorOptions, type SupervisorState, superviseSandbox } from "./supervise/supervise-sandbox.ts";
export type { RestartSchedule } from "./supervise/restart-schedule.ts";
