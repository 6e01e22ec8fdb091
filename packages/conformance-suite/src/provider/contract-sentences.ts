/** A sentence of the contract, the cases that try it, and what providers do that break it and are caught. */
export interface ContractSentence {
  /** As it stands in the doc comment. */
  readonly says: string;
  /** Names of cases. None: it says what something is, or why, and promises nothing. */
  readonly cases: readonly string[];
  /** Faults of broken providers. */
  readonly broken: readonly string[];
}

function promise(says: string, cases: readonly string[], broken: readonly string[]): ContractSentence {
  return { says, cases, broken };
}

function word(says: string): ContractSentence {
  return { says, cases: [], broken: [] };
}

const twoAtOnce = "eight calls that find an instance suspended at once all succeed";
const killedProvider = "a command ends inside at its limit when its provider was killed";
const refusedEgress = "open reaches hosts that are on no list";

/** Every sentence of the `SandboxProvider` interface, in order: its own comment under its name, and that of each member. */
export const contractSentences: Readonly<Record<string, readonly ContractSentence[]>> = {
  SandboxProvider: [
    word("A place where an application runs commands and keeps files: `sandbox@2`."),
    word("A provider has these primitives alone; search and edit are made of them by whoever uses it."),
    promise("**File systems and instances.** `createFileSystem` makes the files of an environment; they live until `destroyFileSystem`.", ["files outlive their instance", "a destroyed file system is gone, and its name makes an empty one"], ["drops the files with the instance", "keeps the files of a destroyed file system"]),
    promise("`create` makes an instance that is attached to a file system which exists; `destroy` drops the instance and `suspend` lays it to rest, and both keep the files.", ["two instances of one file system see the same files", "files outlive their instance", "files outlive a rest, /tmp among them"], ["drops the files with the instance", "drops the files of /tmp at a rest"]),
    promise("Where the file system is gone, `create` throws `FileSystemGoneError`, and never makes an empty one in its place.", ["a gone file system is told, and no empty one takes its place", "a new file system of the same name does not stand in for the gone one", "no instance is made on a file system that is destroyed meanwhile"], ["makes an empty file system where one is gone", "takes a gone file system for a gone instance"]),
    promise("**Creation by name.** Both creations give back what exists under the name, also when they run at once.", ["a file system is given back by its name, files and all", "an instance is given back by its name, as it is", "two that make one file system at once get the same", "two that make one instance at once get the same"], ["makes a file system for every call", "makes an instance for every call", "fails where two make one instance at once"]),
    promise("An instance with another file system or other limits than were asked for is not given back: `REFUSED`.", ["an instance with other limits or another file system is not given back"], ["gives an instance back whatever its limits are"]),
    promise("**A gone instance.** When it is gone for good, `resume` gives `gone`; `exec`, `readFile`, `writeFile`, `stat`, `killAll` and `killTagged` throw `SandboxGoneError`; `suspend` and `destroy` succeed.", [...["exec", "readFile", "writeFile", "stat", "killAll", "killTagged"].map((method) => `${method} tells that the instance is gone`), "a gone instance is not resumed", "a gone instance is suspended and destroyed without complaint"], ["says of a gone instance that something failed", "reads a file of a gone instance as absent", ...["writeFile", "stat", "killAll", "killTagged"].map((method) => `says nothing of a gone instance at ${method}`), "says of a gone instance that it is resumed", "fails to lay a gone instance to rest"]),
    promise("What may pass is another error (`SANDBOX_FAILED`).", ["a provider that is closed fails, and says of nothing that it is gone"], ["takes what may pass for a loss"]),
    promise("**Starting by itself.** When the instance exists but does not run, whatever stopped it, the six calls named above start it first, as `resume` does, with the files kept, and do not fail.", ["suspended", "stopped by other means"].flatMap((how) => ["exec", "readFile", "writeFile", "stat", "killAll", "killTagged"].map((method) => `${method} starts an instance that was ${how}, files kept`)), ["runs nothing on a suspended instance", "starts no instance to end a tag"]),
    promise("Two that find it stopped at once both succeed.", [twoAtOnce, "eight calls that find an instance stopped by other means at once all succeed"], ["fails where two find an instance suspended"]),
    word("**Time limits hold inside too.** A provider that dies takes its timers with it, and a connection that breaks ends no command."),
    promise("So a command is also ended by something inside the sandbox, a few seconds after `timeoutMs`, with its tree.", [killedProvider, "a command past its limit is ended with its tree, and its output is kept", "a command that ignores signals is ended at its limit", "a command that closed its output is ended at its limit", "the limit of a command that has ended touches nothing that comes after it", "a command runs beside others that end at their limits"], ["lets the children of a command that is out of time live", "does not say that a command was out of time"]),
    promise("**Abort.** Every method heeds its signal at once.", ["rest, resume, kill and look end soon when they are given up", "a command that is given up at any moment ends soon, and never runs on", "a command that is given up while its instance starts ends soon, and never runs on"], ["heeds no signal on the way"]),
    promise("Aborted before the call: it rejects with the signal's reason, and nothing is done.", [...["createFileSystem", "destroyFileSystem", "destroyFileSystemByName", "create", "resume", "suspend", "destroy", "destroyByName", "killAll", "killTagged", "exec", "readFile", "writeFile", "stat"].map((method) => `${method} with an aborted signal rejects with its reason, and does nothing`), "a command with an aborted signal is not begun"], ["runs a command whose signal is aborted already", "writes a file though its signal is aborted", "destroys though its signal is aborted"]),
    promise("Aborted on the way: it ends soon, with the reason.", ["creations that are given up can be cleaned up by name", "a file that is given up on its way is there whole, or as it was", "a destruction that is given up can be done again"], ["ends what was given up with an error of its own"]),
    promise("Only `exec` differs, once its command has begun: it ends the command and what that has started, and resolves with `exitCode: null`, `timedOut: false` and the output so far.", ["an aborted command resolves with its output, null and no timeout, and its tree is dead", "an aborted command takes what forked twice with it", "an aborted command that ignores signals is dead", "a signal that is aborted after the end changes nothing"], ["rejects where a command is aborted on the way", "only stops waiting for an aborted command", "ends the shell of an aborted command alone", "drops the output of an aborted command"]),
    promise("**At once.** `exec`, `readFile`, `writeFile` and `stat` may run at once on one instance.", ["commands run at once: each waits for the other", "files are read, written and looked at while a command runs", "fifty commands at once end without a failure, each with its own output", "fifty files at once come back, each as it was", "two that write one file at once leave one of their texts", "a thousand commands leave no process and no descriptor behind"], ["runs one command after the other", "leaves a process behind with every command"]),
    promise("An aborted `exec` ends its own command alone.", ["an aborted command leaves the others running"], ["ends every command when one is aborted"]),
  ],
  concurrentExec: [promise("Several calls may run on one instance at once: required, not a choice.", ["several calls may run on one instance, and the provider says so"], ["does not say that calls may run at once"])],
  sessionIsolation: [promise("Whether sessions that share an instance are kept apart inside of it. Absent: they are not.", ["sessions are kept apart where the provider says so"], ["says that sessions are kept apart, and lets them end each other"])],
  describe: [
    promise("Says what can be kept here.", ["what is said of each limit has a ground or a remedy", "what is said of egress has a ground or a remedy", refusedEgress, "a command cannot have more memory than memoryMb", "the files cannot take more than diskMb, and there is a way back", "commands cannot keep more processors busy than cpu", "none reaches nothing, by name, by address and by any proxy", "allowlist reaches the hosts on it and no others"], ["says that a limit does not hold, and not what to do", "says that an egress does not hold, and gives it", "bounds memory at more than memoryMb", "bounds the files at more than diskMb", "gives more processors than cpu", "gives an allowlist to who asked for none", "takes an allowlist for open", "reaches nothing with an allowlist"]),
    word("Optional, since providers made for other applications have none."),
  ],
  createFileSystem: [promise("Makes a file system, or gives back the one of that name.", ["a file system is given back by its name, files and all", "different names are different things"], ["makes a file system for every call"])],
  destroyFileSystem: [
    promise("Deletes a file system with its files, and the instances attached to it.", ["a destroyed file system is gone, and its name makes an empty one", "a file system takes its instances with it", "a handle of what was destroyed names nothing that came after it"], ["keeps the files of a destroyed file system", "leaves the instances of a destroyed file system", "takes a handle for the name in it"]),
    promise("Succeeds where it does not exist.", ["destroying twice succeeds"], ["fails to destroy a file system that is not there"]),
  ],
  destroyFileSystemByName: [promise("As {@link SandboxProvider.destroyFileSystem}, for whoever has no handle: it was made, and its maker stopped before it was recorded.", ["a file system is destroyed by its name", "destroying by a name that nothing has succeeds"], ["destroys no file system by its name"])],
  create: [
    promise("Makes an instance on a file system, or gives back the one of that name.", ["an instance is given back by its name, as it is", "every root is there and can be written, and commands begin in /workspace"], ["makes an instance for every call"]),
    promise("@throws AmbitError `FILE_SYSTEM_GONE`; `REFUSED` for a limit or an egress that cannot be kept, for an image where there are none, and for an instance of that name with other terms.", ["a gone file system is told, and no empty one takes its place", refusedEgress, "an image that is not there is refused", "an instance with other limits or another file system is not given back"], ["takes a gone file system for a gone instance", "says that an egress does not hold, and gives it", "makes an instance of any image", "gives an instance back whatever its limits are"]),
  ],
  resume: [promise("Starts an instance that does not run. `gone`: there is none any more.", ["resume starts an instance that was stopped by other means", "resume of an instance that runs is no failure", "a gone instance is not resumed"], ["says of a gone instance that it is resumed"])],
  suspend: [
    promise("Lays an instance to rest; the files stay.", ["nothing of a suspended instance goes on", "files outlive a rest, /tmp among them"], ["lets a suspended instance go on", "drops the files of /tmp at a rest"]),
    promise("Succeeds where it does not exist.", ["a gone instance is suspended and destroyed without complaint", "an instance that was destroyed can be suspended"], ["fails to lay a gone instance to rest"]),
  ],
  destroy: [
    promise("Drops an instance; the files stay.", ["a destroyed instance is gone, whatever ran in it", "files outlive their instance"], ["destroys no instance", "drops the files with the instance"]),
    promise("Succeeds where it does not exist.", ["destroying twice succeeds"], ["fails to destroy what is not there"]),
  ],
  destroyByName: [promise("As {@link SandboxProvider.destroy}, for whoever has no handle.", ["files outlive an instance that is destroyed by name, and the name makes another one", "making and destroying one name at once ends well, whatever comes first", "destroying by a name that nothing has succeeds"], ["destroys no instance by its name", "fails to destroy by a name that nothing has"])],
  killAll: [
    promise("Ends every command that `exec` began, with what they started; of what moved to a session of its own, as much as can be found.", ["killAll ends every command with its tree, and the instance goes on"], ["ends nothing at killAll"]),
    word("For when no other holder can have commands running; otherwise {@link SandboxProvider.killTagged} is the one to use."),
  ],
  killTagged: [promise("Ends the commands with one of these tags, with what they started, and no others. Tags are compared whole.", ["killTagged ends the commands of a tag with their trees, and no others", "tags are compared whole", "several tags are ended at once, and all commands of each", "what a command's text or variables say is no tag", "a tag ends what its commands left behind, after a new provider as well"], ["takes a tag for the beginning of others", "ends every command for any tag", "heeds the first of several tags alone"])],
  exec: [
    promise("Runs a command to its end.", ["both streams and the exit code come back, each as it is", "maxOutputBytes counts both streams together, and the command goes on", "much more output than is kept does not hold the command up", "no output is kept where none is wanted", "bytes that are no text do no harm", "directory and variables are those asked for", "who runs a command decides nothing by it", "tags are refused that mean something to a shell"], ["mixes the two streams", "counts each stream for itself", "does not say that output was dropped", "ends a command whose output is too much", "drops the bytes that are no text", "begins commands elsewhere than it was asked to", "forgets the variables of a command", "runs nothing for somebody without an account", "puts any tag into its command lines"]),
    promise("A process that it leaves behind does not hold the call up.", ["what a command leaves behind with its output open does not hold the call up"], ["waits for what a command left behind"]),
  ],
  readFile: [promise("Reads at most `maxBytes` of a file; null where it does not exist or is a directory.", ["at most maxBytes are read, and whether there is more is said", "nothing and a folder are read as null"], ["does not say that a file has more", "fails to read a folder"])],
  writeFile: [promise("Writes a file whole, and makes the folders above it.", ["every byte comes back, and parents are made", "a file is replaced whole", "a file of several mebibytes comes back whole"], ["takes files for text", "makes no parents", "adds to a file that is there"])],
  stat: [promise("Looks at a path; null where nothing is there.", ["a look tells files, folders, sizes and nothing apart"], ["sees something everywhere"])],
  close: [
    promise("Releases what the provider itself holds. Files and records stay.", ["instances and files outlive their provider, and handles are plain values"], ["takes its instances with it when it closes"]),
    word("Optional, as `describe` is."),
  ],
};
