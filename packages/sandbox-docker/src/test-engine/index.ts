/**
 * A Docker engine of a test's own, on a private socket, with an image made from this machine's programs: no registry is needed.
 *
 * Who uses it: tests and measurements on an engine. It needs root, and dockerd and busybox of the system.
 * What belongs here: starting and stopping the engine. What does not: anything that a provider needs.
 *
 * @packageDocumentation
 */

export { TestEngine } from "./test-engine.ts";
export { DASH_IMAGE, TEST_IMAGE } from "./test-image.ts";
