import { AmbitError } from "@ambit/api-types";
import { altered, alteredBackend, type BrokenBackend, breakCall, breakSandbox } from "./broken-backend.ts";

/** Backends that begin, end or close wrongly. */
export const brokenLives: readonly BrokenBackend[] = [
  {
    group: "lifecycle",
    fault: "is never available",
    caughtBy: "the backend says what it is and that it can run here",
    wrap: (backend) => alteredBackend(backend, { isAvailable: () => Promise.resolve({ available: false, reason: "no", remedy: "none" }) }),
  },
  {
    group: "lifecycle",
    fault: "never settles exited",
    caughtBy: "dispose ends it, and exited says that its owner did",
    wrap: breakSandbox((sandbox) => altered(sandbox, { exited: new Promise(() => {}) })),
  },
  {
    group: "lifecycle",
    fault: "calls every end a disposal",
    caughtBy: "an instance that a limit ended says so, and is never used again",
    wrap: breakSandbox((sandbox) => altered(sandbox, { exited: sandbox.exited.then(() => ({ kind: "disposed" })) })),
  },
  {
    group: "lifecycle",
    fault: "gives another exited at each look",
    caughtBy: "exited is one promise and settles once",
    wrap: breakSandbox((sandbox) => Object.defineProperty(altered(sandbox, {}), "exited", { get: () => sandbox.exited.then((exit) => ({ ...exit })) })),
  },
  {
    group: "lifecycle",
    fault: "fails at the second dispose",
    caughtBy: "dispose may be called again, also while it is under way",
    wrap: breakSandbox((sandbox) => {
      let disposals = 0;
      return altered(sandbox, { dispose: () => (++disposals > 1 ? Promise.reject(new Error("already disposed")) : sandbox.dispose()) });
    }),
  },
  {
    group: "lifecycle",
    fault: "answers after dispose",
    caughtBy: "a call after the end is INSTANCE_STOPPED, a notification is ignored",
    wrap: breakCall((call) => (method, params, options) => call(method, params, options).catch((error: unknown) => (stopped(error) ? null : Promise.reject(error)))),
  },
  {
    group: "lifecycle",
    fault: "leaves the calls under way hanging at dispose",
    caughtBy: "dispose ends the calls under way in INSTANCE_STOPPED",
    wrap: breakCall((call) => (method, params, options) => call(method, params, options).catch((error: unknown) => (stopped(error) ? new Promise(() => {}) : Promise.reject(error)))),
  },
  {
    group: "lifecycle",
    fault: "waits for the guest before it disposes it",
    caughtBy: "dispose ends a guest that loops",
    wrap: breakSandbox((sandbox) => {
      let last: Promise<unknown> = Promise.resolve();
      return altered(sandbox, {
        call: (...call) => (last = sandbox.call(...call)) as ReturnType<typeof sandbox.call>,
        dispose: () => last.then(() => sandbox.dispose(), () => sandbox.dispose()),
      });
    }),
  },
  {
    group: "lifecycle",
    fault: "says that an instance is gone while it still runs",
    caughtBy: "nothing of an instance reaches its host after dispose",
    wrap: breakSandbox((sandbox) => {
      const gone = Promise.withResolvers<{ readonly kind: "disposed" }>();
      return altered(sandbox, {
        call: (...call) => Promise.race([sandbox.call(...call), gone.promise.then(() => Promise.reject(new AmbitError("INSTANCE_STOPPED", "It is gone.")))]),
        dispose: () => Promise.resolve(gone.resolve({ kind: "disposed" })),
        exited: gone.promise,
      });
    }),
  },
  {
    group: "close",
    fault: "starts instances after close",
    caughtBy: "a closed backend starts nothing, and may be closed again",
    wrap: (backend) => alteredBackend(backend, { close: () => Promise.resolve() }),
  },
  {
    group: "close",
    fault: "fails at the second close",
    caughtBy: "a closed backend starts nothing, and may be closed again",
    wrap: (backend) => {
      let closed = false;
      return alteredBackend(backend, { close: () => (closed ? Promise.reject(new Error("already closed")) : Promise.resolve(void (closed = true)).then(() => backend.close())) });
    },
  },
];

function stopped(error: unknown): boolean {
  return AmbitError.isInstance(error) && error.code === "INSTANCE_STOPPED";
}
