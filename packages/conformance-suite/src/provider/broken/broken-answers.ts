import type { ExecArgs } from "@ambit/api-types";
import { type BrokenProvider, changed } from "./broken-provider.ts";

const plain = { timeoutMs: 20_000, maxOutputBytes: 1000, tag: "broken", actor: { accountId: "", conversationId: "" } };

/** Exit code of a command whose output nobody takes any more. */
const SIGPIPE_CODE = 141;

function text(data: Uint8Array): string {
  return Buffer.from(data).toString();
}

/** Breaks output, files, calls at once, egress, limits and arguments. */
export const brokenAnswers: readonly BrokenProvider[] = [
  {
    group: "output",
    fault: "counts each stream for itself",
    caughtBy: "maxOutputBytes counts both streams together, and the command goes on",
    wrap: (real) => changed(real, {
      exec: async (instance, args) => {
        const result = await real.exec(instance, { ...args, maxOutputBytes: 2 * args.maxOutputBytes });
        const [stdout, stderr] = [result.stdout.slice(0, args.maxOutputBytes), result.stderr.slice(0, args.maxOutputBytes)];
        return { ...result, stdout, stderr, truncated: true };
      },
    }),
  },
  {
    group: "output",
    fault: "does not say that output was dropped",
    caughtBy: "no output is kept where none is wanted",
    wrap: (real) => changed(real, { exec: async (instance, args) => ({ ...(await real.exec(instance, args)), truncated: false }) }),
  },
  {
    group: "output",
    fault: "ends a command whose output is too much",
    caughtBy: "much more output than is kept does not hold the command up",
    wrap: (real) => changed(real, {
      exec: async (instance, args) => {
        const result = await real.exec(instance, args);
        return result.truncated ? { ...result, exitCode: SIGPIPE_CODE } : result;
      },
    }),
  },
  {
    group: "output",
    fault: "mixes the two streams",
    caughtBy: "both streams and the exit code come back, each as it is",
    wrap: (real) => changed(real, { exec: (instance, args) => real.exec(instance, { ...args, command: `{ ${args.command}\n} 2>&1` }) }),
  },
  {
    group: "output",
    fault: "waits for what a command left behind",
    caughtBy: "what a command leaves behind with its output open does not hold the call up",
    wrap: (real) => changed(real, { exec: (instance, args: ExecArgs) => real.exec(instance, { ...args, command: `${args.command}\nwait` }) }),
  },
  {
    group: "files",
    fault: "takes files for text",
    caughtBy: "every byte comes back, and parents are made",
    wrap: (real) => changed(real, { writeFile: (instance, path, data, signal) => real.writeFile(instance, path, Buffer.from(text(data)), signal) }),
  },
  {
    group: "files",
    fault: "makes no parents",
    caughtBy: "every byte comes back, and parents are made",
    wrap: (real) => changed(real, {
      writeFile: async (instance, path, data, signal) => {
        if ((await real.stat(instance, path.slice(0, path.lastIndexOf("/")), signal)) === null) throw new Error("No such folder.");
        await real.writeFile(instance, path, data, signal);
      },
    }),
  },
  {
    group: "files",
    fault: "does not say that a file has more",
    caughtBy: "at most maxBytes are read, and whether there is more is said",
    wrap: (real) => changed(real, {
      readFile: async (instance, path, options) => {
        const file = await real.readFile(instance, path, options);
        return file === null ? null : { ...file, truncated: false };
      },
    }),
  },
  {
    group: "files",
    fault: "fails to read a folder",
    caughtBy: "nothing and a folder are read as null",
    wrap: (real) => changed(real, {
      readFile: async (instance, path, options) => {
        if ((await real.stat(instance, path, options.signal))?.kind === "directory") throw new Error("It is a folder.");
        return real.readFile(instance, path, options);
      },
    }),
  },
  {
    group: "files",
    fault: "adds to a file that is there",
    caughtBy: "a file is replaced whole",
    wrap: (real) => changed(real, {
      writeFile: async (instance, path, data, signal) => {
        const before = await real.readFile(instance, path, { maxBytes: 1_000_000, signal });
        const rest = before === null ? [] : before.data.subarray(data.length);
        await real.writeFile(instance, path, Buffer.concat([data, Buffer.from(rest)]), signal);
      },
    }),
  },
  {
    group: "at once",
    fault: "runs one command after the other",
    caughtBy: "commands run at once: each waits for the other",
    wrap: (real) => {
      let last: Promise<unknown> = Promise.resolve();
      return changed(real, {
        exec: (instance, args) => {
          const mine = last.then(() => real.exec(instance, { ...args, timeoutMs: Math.min(args.timeoutMs, 3000) }));
          last = mine.catch(() => undefined);
          return mine;
        },
      });
    },
  },
  {
    group: "at once",
    fault: "leaves a process behind with every command",
    caughtBy: "a thousand commands leave no process and no descriptor behind",
    wrap: (real) => {
      let commands = 0;
      // One in ten: the limit of processes would tell of it before the case does.
      return changed(real, { exec: (instance, args) => real.exec(instance, ++commands % 10 === 0 ? { ...args, command: `(sleep 600 >/dev/null 2>&1 &) ; ${args.command}` } : args) });
    },
  },
  {
    group: "egress",
    fault: "gives an allowlist to who asked for none",
    caughtBy: "none reaches nothing, by name, by address and by any proxy",
    wrap: (real) => changed(real, { create: (spec) => real.create({ ...spec, limits: { ...spec.limits, egress: "open" } }) }),
  },
  {
    group: "egress",
    fault: "takes an allowlist for open",
    caughtBy: "allowlist reaches the hosts on it and no others",
    wrap: (real) => changed(real, { create: (spec) => real.create({ ...spec, limits: { ...spec.limits, ...(spec.limits.egress === "allowlist" && { egress: "open" as const }) } }) }),
  },
  {
    group: "egress",
    fault: "reaches nothing with an allowlist",
    caughtBy: "allowlist reaches the hosts on it and no others",
    wrap: (real) => changed(real, { create: (spec) => real.create({ ...spec, limits: { ...spec.limits, egress: "none" } }) }),
  },
  {
    group: "limits",
    fault: "bounds the files at more than diskMb",
    caughtBy: "the files cannot take more than diskMb, and there is a way back",
    wrap: (real) => changed(real, { createFileSystem: (spec) => real.createFileSystem({ ...spec, limits: { ...spec.limits, diskMb: 256 } }), create: (spec) => real.create({ ...spec, limits: { ...spec.limits, diskMb: 256 } }) }),
  },
  {
    group: "limits",
    fault: "bounds memory at more than memoryMb",
    caughtBy: "a command cannot have more memory than memoryMb",
    wrap: (real) => changed(real, { create: (spec) => real.create({ ...spec, limits: { ...spec.limits, memoryMb: 4096 } }) }),
  },
  {
    group: "limits",
    fault: "gives more processors than cpu",
    caughtBy: "commands cannot keep more processors busy than cpu",
    wrap: (real) => changed(real, { create: (spec) => real.create({ ...spec, limits: { ...spec.limits, cpu: 4 } }) }),
  },
  {
    group: "arguments",
    fault: "puts any tag into its command lines",
    caughtBy: "tags are refused that mean something to a shell",
    wrap: (real) => changed(real, { exec: (instance, args) => real.exec(instance, { ...args, tag: /^[a-z-]+$/.test(args.tag) ? args.tag : plain.tag }) }),
  },
];
