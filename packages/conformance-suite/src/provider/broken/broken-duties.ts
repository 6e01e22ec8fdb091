import { AmbitError, isSandboxGoneError, type SandboxHandle, SandboxGoneError } from "@ambit/api-types";
import { pause } from "../../sandbox/within.ts";
import { type BrokenProvider, changed, deaf } from "./broken-provider.ts";

const plain = { timeoutMs: 20_000, maxOutputBytes: 0, tag: "broken", actor: { accountId: "", conversationId: "" }, signal: deaf };

/** Longer than any case waits for a call that was given up. */
const TOO_LONG_MILLIS = 20_000;

/** Breaks what is easily left out: the second half of a sentence, the rarer method, the word that nobody asked for. */
export const brokenDuties: readonly BrokenProvider[] = [
  {
    group: "creation",
    fault: "makes an instance of any image",
    caughtBy: "an image that is not there is refused",
    wrap: (real) => changed(real, { create: ({ image: _any, ...spec }) => real.create(spec) }),
  },
  {
    group: "creation",
    fault: "does not say that calls may run at once",
    caughtBy: "several calls may run on one instance, and the provider says so",
    wrap: (real) => changed(real, { concurrentExec: false as unknown as true }),
  },
  {
    group: "lifetimes",
    fault: "drops the files of /tmp at a rest",
    caughtBy: "files outlive a rest, /tmp among them",
    wrap: (real) => changed(real, {
      suspend: async (instance, signal) => {
        await real.exec(instance, { ...plain, command: "rm -rf /tmp/*" });
        await real.suspend(instance, signal);
      },
    }),
  },
  {
    group: "lifetimes",
    fault: "takes its instances with it when it closes",
    caughtBy: "instances and files outlive their provider, and handles are plain values",
    wrap: (real) => {
      const made = new Set<string>();
      return changed(real, {
        create: async (spec) => {
          const handle = await real.create(spec);
          made.add(handle.id);
          return handle;
        },
        close: async () => {
          for (const id of made) await real.destroy({ id }, deaf);
          await real.close?.();
        },
      });
    },
  },
  {
    group: "lifetimes",
    fault: "takes what may pass for a loss",
    caughtBy: "a provider that is closed fails, and says of nothing that it is gone",
    wrap: (real) => {
      let closed = false;
      return changed(real, {
        close: async () => {
          closed = true;
          await real.close?.();
        },
        stat: (instance, path, signal) => (closed ? Promise.reject(new SandboxGoneError("Gone.")) : real.stat(instance, path, signal)),
      });
    },
  },
  {
    group: "destruction",
    fault: "leaves the instances of a destroyed file system",
    caughtBy: "a file system takes its instances with it",
    wrap: (real) => {
      const seen = new Set<string>();
      return changed(real, {
        create: async (spec) => {
          const handle = await real.create(spec);
          seen.add(handle.id);
          return handle;
        },
        stat: (instance, path, signal) => real.stat(instance, path, signal).catch((error: unknown) => {
          if (seen.has(instance.id) && isSandboxGoneError(error)) return { kind: "directory" as const, size: 0, modifiedAt: 0 };
          throw error;
        }),
      });
    },
  },
  {
    group: "destruction",
    fault: "destroys no file system by its name",
    caughtBy: "a file system is destroyed by its name",
    wrap: (real) => changed(real, { destroyFileSystemByName: async () => undefined }),
  },
  {
    group: "destruction",
    fault: "fails to destroy a file system that is not there",
    caughtBy: "destroying twice succeeds",
    wrap: (real) => {
      const gone = new Set<string>();
      return changed(real, {
        destroyFileSystem: async (fileSystem, signal) => {
          if (gone.has(fileSystem.id)) throw new AmbitError("SANDBOX_FAILED", "No such file system.");
          await real.destroyFileSystem(fileSystem, signal);
          gone.add(fileSystem.id);
        },
      });
    },
  },
  {
    group: "destruction",
    fault: "fails to destroy by a name that nothing has",
    caughtBy: "destroying by a name that nothing has succeeds",
    wrap: (real) => changed(real, { destroyByName: () => Promise.reject(new AmbitError("SANDBOX_FAILED", "No such instance.")) }),
  },
  {
    group: "destruction",
    fault: "destroys no instance",
    caughtBy: "a destroyed instance is gone, whatever ran in it",
    wrap: (real) => changed(real, { destroy: async () => undefined }),
  },
  {
    group: "destruction",
    fault: "destroys no instance by its name",
    caughtBy: "making and destroying one name at once ends well, whatever comes first",
    wrap: (real) => changed(real, { destroyByName: async () => undefined }),
  },
  {
    group: "destruction",
    fault: "takes a handle for the name in it",
    caughtBy: "a handle of what was destroyed names nothing that came after it",
    wrap: (real) => {
      const names = new Map<string, string>();
      return changed(real, {
        create: async (spec) => {
          const handle = await real.create(spec);
          names.set(handle.id, spec.name);
          return handle;
        },
        destroy: (instance, signal) => real.destroyByName(names.get(instance.id) ?? "none", signal),
      });
    },
  },
  {
    group: "gone",
    fault: "fails to lay a gone instance to rest",
    caughtBy: "a gone instance is suspended and destroyed without complaint",
    wrap: (real) => changed(real, {
      suspend: async (instance, signal) => {
        if ((await real.resume(instance, signal)) === "gone") throw new SandboxGoneError("No such instance.");
        await real.suspend(instance, signal);
      },
    }),
  },
  ...(["writeFile", "stat", "killAll", "killTagged"] as const).map((method): BrokenProvider => {
    const quiet = (call: Promise<unknown>): Promise<never> => call.catch((error: unknown) => (isSandboxGoneError(error) ? null : Promise.reject(error))) as Promise<never>;
    return {
      group: "gone",
      fault: `says nothing of a gone instance at ${method}`,
      caughtBy: `${method} tells that the instance is gone`,
      wrap: (real) => changed(real, { [method]: (...args: unknown[]) => quiet((real[method] as (...all: unknown[]) => Promise<unknown>)(...args)) }),
    };
  }),
  {
    group: "starting",
    fault: "lets a suspended instance go on",
    caughtBy: "nothing of a suspended instance goes on",
    wrap: (real) => changed(real, { suspend: async () => undefined }),
  },
  {
    group: "starting",
    fault: "starts no instance to end a tag",
    caughtBy: "killTagged starts an instance that was suspended, files kept",
    wrap: (real) => {
      const resting = new Set<string>();
      return changed(real, {
        suspend: async (instance, signal) => {
          await real.suspend(instance, signal);
          resting.add(instance.id);
        },
        killTagged: (instance, tags, signal) => (resting.has(instance.id) ? Promise.reject(new AmbitError("SANDBOX_FAILED", "The instance does not run.")) : real.killTagged(instance, tags, signal)),
      });
    },
  },
  {
    group: "abort",
    fault: "heeds no signal on the way",
    caughtBy: "rest, resume, kill and look end soon when they are given up",
    wrap: (real) => changed(real, {
      resume: async (instance, signal) => {
        if (signal !== deaf) await pause(TOO_LONG_MILLIS);
        return real.resume(instance, deaf);
      },
    }),
  },
  {
    group: "abort",
    fault: "ends what was given up with an error of its own",
    caughtBy: "creations that are given up can be cleaned up by name",
    wrap: (real) => changed(real, {
      create: (spec) => real.create(spec).catch((error: unknown) => Promise.reject(spec.signal.aborted ? new AmbitError("CALL_CANCELLED", "Given up.") : error)),
    }),
  },
  {
    group: "abort",
    fault: "drops the output of an aborted command",
    caughtBy: "an aborted command resolves with its output, null and no timeout, and its tree is dead",
    wrap: (real) => changed(real, {
      exec: async (instance, args) => {
        const result = await real.exec(instance, args);
        return args.signal.aborted ? { ...result, stdout: "", stderr: "" } : result;
      },
    }),
  },
  {
    group: "output",
    fault: "begins commands elsewhere than it was asked to",
    caughtBy: "directory and variables are those asked for",
    wrap: (real) => changed(real, { exec: (instance, { cwd: _elsewhere, ...args }) => real.exec(instance, args) }),
  },
  {
    group: "output",
    fault: "forgets the variables of a command",
    caughtBy: "directory and variables are those asked for",
    wrap: (real) => changed(real, { exec: (instance, { env: _none, ...args }) => real.exec(instance, args) }),
  },
  {
    group: "output",
    fault: "drops the bytes that are no text",
    caughtBy: "bytes that are no text do no harm",
    wrap: (real) => changed(real, {
      exec: async (instance, args) => {
        const result = await real.exec(instance, args);
        return { ...result, stdout: result.stdout.replaceAll("\ufffd", ""), stderr: result.stderr.replaceAll("\ufffd", "") };
      },
    }),
  },
  {
    group: "files",
    fault: "sees something everywhere",
    caughtBy: "a look tells files, folders, sizes and nothing apart",
    wrap: (real) => changed(real, { stat: async (instance, path, signal) => (await real.stat(instance, path, signal)) ?? { kind: "file", size: 0, modifiedAt: 0 } }),
  },
  {
    group: "at once",
    fault: "says that sessions are kept apart, and lets them end each other",
    caughtBy: "sessions are kept apart where the provider says so",
    wrap: (real) => changed(real, { sessionIsolation: true }),
  },
  {
    group: "limits",
    fault: "says that a limit does not hold, and not what to do",
    caughtBy: "what is said of each limit has a ground or a remedy",
    wrap: (real) => changed(real, {
      describe: async () => {
        const said = await real.describe?.();
        if (said === undefined) throw new Error("The real provider describes itself.");
        return { ...said, limits: { ...said.limits, cpu: { holds: false, reason: "", remedy: "" } } };
      },
    }),
  },
  {
    group: "egress",
    fault: "says that an egress does not hold, and gives it",
    caughtBy: "open reaches hosts that are on no list",
    wrap: (real) => changed(real, {
      describe: async () => {
        const said = await real.describe?.();
        if (said === undefined) throw new Error("The real provider describes itself.");
        return { ...said, egress: { ...said.egress, open: { holds: false, reason: "There is no network.", remedy: "Plug it in." } } };
      },
    }),
  },
  {
    group: "arguments",
    fault: "runs nothing for somebody without an account",
    caughtBy: "who runs a command decides nothing by it",
    wrap: (real) => changed(real, { exec: (instance: SandboxHandle, args) => (args.actor.accountId === "" ? Promise.reject(new AmbitError("REFUSED", "Who is it?")) : real.exec(instance, args)) }),
  },
];
