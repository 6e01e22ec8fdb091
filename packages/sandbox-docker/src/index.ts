/**
 * A `sandbox@2` provider on an engine that speaks the Docker API on a unix socket: file systems are volumes, instances are containers.
 *
 * Who uses it: host integrators who have such an engine.
 * What belongs here: the provider and the scripts that it runs inside containers. What does not: what every provider shares, which is in
 * `@ambit/sandbox-process/provider-kit`.
 *
 * @packageDocumentation
 */

export { createDockerProvider, type DockerProvider } from "./docker-provider.ts";
export type { DockerProviderOptions } from "./docker-provider-options.ts";
