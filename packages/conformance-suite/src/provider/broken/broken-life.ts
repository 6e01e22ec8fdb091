import { AmbitError, type ExecArgs, type ExecResult, type SandboxHandle, timerMillis } from "@ambit/api-types";
import { type BrokenProvider, changed, deaf } from "./broken-provider.ts";

const nothing: ExecResult = { exitCode: null, stdout: "", stderr: "", truncated: false, timedOut: false };

/** Resolves when a signal is aborted. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Ends a command's own shell alone when its signal is aborted. */
async function endShellAlone(exec: (args: ExecArgs) => Promise<ExecResult>, args: ExecArgs): Promise<ExecResult> {
  const mark = `shell-${Math.random().toString(36).slice(2)}`;
  const running = exec({ ...args, command: `echo $$ > /tmp/${mark}; ${args.command}`, signal: deaf });
  const cut = aborted(args.signal).then(() => exec({ ...args, command: `kill -9 $(cat /tmp/${mark})`, tag: "broken", signal: deaf }));
  return Promise.race([running, cut.then(() => nothing)]);
}

/** Breaks starting, time, abort and tags. */
export const brokenLife: readonly BrokenProvider[] = [
  {
    group: "starting",
    fault: "runs nothing on a suspended instance",
    caughtBy: "exec starts an instance that was suspended, files kept",
    wrap: (real) => {
      const resting = new Set<string>();
      return changed(real, {
        suspend: async (instance, signal) => {
          await real.suspend(instance, signal);
          resting.add(instance.id);
        },
        exec: (instance, args) => (resting.has(instance.id) ? Promise.reject(new AmbitError("SANDBOX_FAILED", "The instance does not run.")) : real.exec(instance, args)),
      });
    },
  },
  {
    group: "starting",
    fault: "fails where two find an instance suspended",
    caughtBy: "eight calls that find an instance suspended at once all succeed",
    wrap: (real) => {
      const resting = new Map<string, "resting" | "starting">();
      const start = async (instance: SandboxHandle): Promise<void> => {
        if (resting.get(instance.id) === "starting") throw new AmbitError("SANDBOX_FAILED", "It is being started.");
        if (resting.get(instance.id) === undefined) return;
        resting.set(instance.id, "starting");
        await real.resume(instance, deaf);
        resting.delete(instance.id);
      };
      return changed(real, {
        suspend: async (instance, signal) => {
          await real.suspend(instance, signal);
          resting.set(instance.id, "resting");
        },
        exec: async (instance, args) => {
          await start(instance);
          return real.exec(instance, args);
        },
      });
    },
  },
  {
    group: "time limits",
    fault: "lets the children of a command that is out of time live",
    caughtBy: "a command past its limit is ended with its tree, and its output is kept",
    wrap: (real) => changed(real, {
      exec: async (instance, args) => ({ ...(await endShellAlone((own) => real.exec(instance, { ...own, timeoutMs: 20_000 }), { ...args, signal: AbortSignal.any([args.signal, AbortSignal.timeout(timerMillis(args.timeoutMs))]) })), timedOut: true }),
    }),
  },
  {
    group: "time limits",
    fault: "does not say that a command was out of time",
    caughtBy: "a command that ignores signals is ended at its limit",
    wrap: (real) => changed(real, { exec: async (instance, args) => ({ ...(await real.exec(instance, args)), timedOut: false }) }),
  },
  {
    group: "abort",
    fault: "runs a command whose signal is aborted already",
    caughtBy: "a command with an aborted signal is not begun",
    wrap: (real) => changed(real, { exec: (instance, args) => real.exec(instance, { ...args, signal: deaf }) }),
  },
  {
    group: "abort",
    fault: "rejects where a command is aborted on the way",
    caughtBy: "an aborted command resolves with its output, null and no timeout, and its tree is dead",
    wrap: (real) => changed(real, {
      exec: async (instance, args) => {
        const result = await real.exec(instance, args);
        args.signal.throwIfAborted();
        return result;
      },
    }),
  },
  {
    group: "abort",
    fault: "only stops waiting for an aborted command",
    caughtBy: "an aborted command that ignores signals is dead",
    wrap: (real) => changed(real, { exec: (instance, args) => Promise.race([real.exec(instance, { ...args, signal: deaf }), aborted(args.signal).then(() => nothing)]) }),
  },
  {
    group: "abort",
    fault: "ends the shell of an aborted command alone",
    caughtBy: "an aborted command takes what forked twice with it",
    wrap: (real) => changed(real, { exec: (instance, args) => endShellAlone((own) => real.exec(instance, own), args) }),
  },
  {
    group: "abort",
    fault: "ends every command when one is aborted",
    caughtBy: "an aborted command leaves the others running",
    wrap: (real) => changed(real, {
      exec: async (instance, args) => {
        const result = await real.exec(instance, args);
        if (args.signal.aborted) await real.killAll(instance, deaf);
        return result;
      },
    }),
  },
  {
    group: "abort",
    fault: "writes a file though its signal is aborted",
    caughtBy: "writeFile with an aborted signal rejects with its reason, and does nothing",
    wrap: (real) => changed(real, { writeFile: (instance, path, data) => real.writeFile(instance, path, data, deaf) }),
  },
  {
    group: "abort",
    fault: "destroys though its signal is aborted",
    caughtBy: "destroy with an aborted signal rejects with its reason, and does nothing",
    wrap: (real) => changed(real, {
      destroy: async (instance, signal) => {
        await real.destroy(instance, deaf);
        signal.throwIfAborted();
      },
    }),
  },
  {
    group: "tags",
    fault: "takes a tag for the beginning of others",
    caughtBy: "tags are compared whole",
    wrap: (real) => {
      const seen = new Set<string>();
      return changed(real, {
        exec: (instance, args) => {
          seen.add(args.tag);
          return real.exec(instance, args);
        },
        killTagged: (instance, tags, signal) => real.killTagged(instance, [...seen].filter((one) => tags.some((tag) => one.startsWith(tag))), signal),
      });
    },
  },
  {
    group: "tags",
    fault: "ends every command for any tag",
    caughtBy: "killTagged ends the commands of a tag with their trees, and no others",
    wrap: (real) => changed(real, { killTagged: (instance, _tags, signal) => real.killAll(instance, signal) }),
  },
  {
    group: "tags",
    fault: "heeds the first of several tags alone",
    caughtBy: "several tags are ended at once, and all commands of each",
    wrap: (real) => changed(real, { killTagged: (instance, tags, signal) => real.killTagged(instance, tags.slice(0, 1), signal) }),
  },
  {
    group: "tags",
    fault: "ends nothing at killAll",
    caughtBy: "killAll ends every command with its tree, and the instance goes on",
    wrap: (real) => changed(real, { killAll: async () => undefined }),
  },
];
