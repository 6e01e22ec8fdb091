import { randomUUID } from "node:crypto";
import { AmbitError, type FileSystemHandle, isFileSystemGoneError, isSandboxGoneError, type SandboxHandle, SandboxGoneError } from "@ambit/api-types";
import { type BrokenProvider, changed } from "./broken-provider.ts";

/** Breaks what is made, lasts, and is gone. */
export const brokenThings: readonly BrokenProvider[] = [
  {
    group: "creation",
    fault: "makes a file system for every call",
    caughtBy: "a file system is given back by its name, files and all",
    wrap: (real) => changed(real, { createFileSystem: (spec) => real.createFileSystem({ ...spec, name: `${spec.name}-${randomUUID().slice(0, 8)}` }) }),
  },
  {
    group: "creation",
    fault: "makes an instance for every call",
    caughtBy: "an instance is given back by its name, as it is",
    wrap: (real) => changed(real, { create: (spec) => real.create({ ...spec, name: `${spec.name}-${randomUUID().slice(0, 8)}` }) }),
  },
  {
    group: "creation",
    fault: "fails where two make one instance at once",
    caughtBy: "two that make one instance at once get the same",
    wrap: (real) => {
      const busy = new Set<string>();
      return changed(real, {
        create: async (spec) => {
          if (busy.has(spec.name)) throw new AmbitError("SANDBOX_FAILED", "The name is in use.");
          busy.add(spec.name);
          return real.create(spec).finally(() => busy.delete(spec.name));
        },
      });
    },
  },
  {
    group: "creation",
    fault: "gives an instance back whatever its limits are",
    caughtBy: "an instance with other limits or another file system is not given back",
    wrap: (real) => {
      const made = new Map<string, SandboxHandle>();
      return changed(real, {
        create: async (spec) => {
          const handle = made.get(spec.name) ?? (await real.create(spec));
          made.set(spec.name, handle);
          return handle;
        },
      });
    },
  },
  {
    group: "lifetimes",
    fault: "drops the files with the instance",
    caughtBy: "files outlive their instance",
    wrap: (real) => changed(real, {
      destroy: async (instance, signal) => {
        await real.exec(instance, { command: "rm -rf /workspace/* /skills/*", timeoutMs: 10_000, maxOutputBytes: 0, tag: "broken", actor: { accountId: "", conversationId: "" }, signal });
        await real.destroy(instance, signal);
      },
    }),
  },
  {
    group: "destruction",
    fault: "keeps the files of a destroyed file system",
    caughtBy: "a destroyed file system is gone, and its name makes an empty one",
    wrap: (real) => changed(real, { destroyFileSystem: async () => undefined }),
  },
  {
    group: "destruction",
    fault: "fails to destroy what is not there",
    caughtBy: "destroying twice succeeds",
    wrap: (real) => changed(real, {
      destroy: async (instance, signal) => {
        if ((await real.resume(instance, signal)) === "gone") throw new AmbitError("SANDBOX_FAILED", "No such instance.");
        await real.destroy(instance, signal);
      },
    }),
  },
  {
    group: "gone",
    fault: "says of a gone instance that something failed",
    caughtBy: "exec tells that the instance is gone",
    wrap: (real) => changed(real, {
      exec: (instance, args) => real.exec(instance, args).catch((error: unknown) => Promise.reject(isSandboxGoneError(error) ? new AmbitError("SANDBOX_FAILED", "No such instance.") : error)),
    }),
  },
  {
    group: "gone",
    fault: "reads a file of a gone instance as absent",
    caughtBy: "readFile tells that the instance is gone",
    wrap: (real) => changed(real, { readFile: (instance, path, options) => real.readFile(instance, path, options).catch(() => null) }),
  },
  {
    group: "gone",
    fault: "says of a gone instance that it is resumed",
    caughtBy: "a gone instance is not resumed",
    wrap: (real) => changed(real, { resume: async () => "resumed" }),
  },
  {
    group: "gone",
    fault: "makes an empty file system where one is gone",
    caughtBy: "a gone file system is told, and no empty one takes its place",
    wrap: (real) => {
      const names = new Map<string, string>();
      return changed(real, {
        createFileSystem: async (spec) => {
          const made = await real.createFileSystem(spec);
          names.set(made.id, spec.name);
          return made;
        },
        create: (spec) => real.create(spec).catch(async (error: unknown) => {
          if (!isFileSystemGoneError(error)) throw error;
          const fileSystem: FileSystemHandle = await real.createFileSystem({ ...spec, name: names.get(spec.fileSystem.id) ?? spec.name });
          return real.create({ ...spec, fileSystem });
        }),
      });
    },
  },
  {
    group: "gone",
    fault: "takes a gone file system for a gone instance",
    caughtBy: "a gone file system is told, and no empty one takes its place",
    wrap: (real) => changed(real, { create: (spec) => real.create(spec).catch((error: unknown) => Promise.reject(isFileSystemGoneError(error) ? new SandboxGoneError("Gone.") : error)) }),
  },
];
