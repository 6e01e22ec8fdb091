import type { ProxyInstance } from "@ambit/api-types";

/** What a proxy holds for each instance: made at the first call, let go of when the instance is released. */
export class InstanceStates<State> {
  readonly #states = new Map<string, State>();
  readonly #make: (instance: ProxyInstance) => State;

  constructor(make: (instance: ProxyInstance) => State) {
    this.#make = make;
  }

  /** The instance's state, made when there is none yet. */
  of(instance: ProxyInstance): State {
    const known = this.#states.get(instance.instanceId);
    if (known !== undefined) return known;
    const made = this.#make(instance);
    this.#states.set(instance.instanceId, made);
    return made;
  }

  /** Forgets an instance and gives its state for closing; undefined where it never had one. */
  take(instanceId: string): State | undefined {
    const state = this.#states.get(instanceId);
    this.#states.delete(instanceId);
    return state;
  }
}
