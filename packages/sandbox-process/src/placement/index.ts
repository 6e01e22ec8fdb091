/**
 * A backend whose instances live in confined processes.
 *
 * Who uses it: integrators who want namespaces and a filter around an engine as well. What belongs here: the process, what it sees, and
 * the frames between it and the host. What does not: the engine, which is the other backend's.
 *
 * @packageDocumentation
 */
export { type ProcessBackendOptions, processBackend } from "./process-backend.ts";
