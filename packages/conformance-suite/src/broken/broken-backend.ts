import type { JsonValue, Sandbox, SandboxBackend, SandboxCallOptions, SandboxSpec } from "@ambit/api-types";
import type { ConformanceGroup } from "../sandbox/conformance-case.ts";

/** One way to break the contract, as a wrapper that breaks any backend so, and the case that catches it. */
export interface BrokenBackend {
  readonly group: ConformanceGroup;
  /** What the backend does wrong. */
  readonly fault: string;
  /** Name of the case that must fail on it. */
  readonly caughtBy: string;
  wrap(backend: SandboxBackend): SandboxBackend;
}

/** A sandbox that hands everything on, but for what is changed. */
export function altered(sandbox: Sandbox, change: Partial<Sandbox>): Sandbox {
  return {
    call: (method, params, options) => sandbox.call(method, params, options),
    notify: (method, params) => sandbox.notify(method, params),
    dispose: () => sandbox.dispose(),
    usage: () => sandbox.usage(),
    exited: sandbox.exited,
    ...change,
  };
}

/** A backend that hands everything on, but for what is changed. */
export function alteredBackend(backend: SandboxBackend, change: Partial<SandboxBackend>): SandboxBackend {
  return {
    specificationVersion: 1,
    name: backend.name,
    supports: backend.supports,
    isAvailable: () => backend.isAvailable(),
    create: (spec) => backend.create(spec),
    close: () => backend.close(),
    ...change,
  };
}

/** Breaks each sandbox that a backend makes. */
export function breakSandbox(change: (sandbox: Sandbox, spec: SandboxSpec) => Sandbox | Promise<Sandbox>): (backend: SandboxBackend) => SandboxBackend {
  return (backend) => alteredBackend(backend, { create: async (spec) => change(await backend.create(spec), spec) });
}

/** Breaks what a backend is asked to make. */
export function breakSpec(change: (spec: SandboxSpec) => SandboxSpec): (backend: SandboxBackend) => SandboxBackend {
  return (backend) => alteredBackend(backend, { create: (spec) => backend.create(change(spec)) });
}

/** Calls into a guest, as a wrapper sees them. */
export type Call = (method: string, params: JsonValue, options?: SandboxCallOptions) => Promise<JsonValue>;

/** Breaks each call into a guest. */
export function breakCall(change: (call: Call, spec: SandboxSpec) => Call): (backend: SandboxBackend) => SandboxBackend {
  return breakSandbox((sandbox, spec) => altered(sandbox, { call: change((method, params, options) => sandbox.call(method, params, options), spec) }));
}

/** Breaks what the guest's host answers, on its way to the guest. */
export function breakAnswer(change: (answer: string, message: string) => string): (backend: SandboxBackend) => SandboxBackend {
  return breakSpec((spec) => ({
    ...spec,
    gateway: {
      async handle(message) {
        const answer = await spec.gateway.handle(message);
        return answer === undefined ? undefined : change(answer, message);
      },
    },
  }));
}

/** The tool that a call into the guest names. */
export function toolOf(params: JsonValue): string {
  return String((params as { readonly tool?: JsonValue }).tool);
}
