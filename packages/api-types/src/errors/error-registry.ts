/** One kind of failure: a stable string code, its number on the wire, and what to do about it. */
export interface ErrorDefinition {
  /** The JSON-RPC error number. */
  readonly number: number;
  /** What happened, in one sentence. */
  readonly summary: string;
  /** What the reader of the error can do. */
  readonly remedy: string;
}

/** Every error that Ambit ends a call or an operation with, by its stable code. Closed: nothing else is thrown to a guest. */
export const errorRegistry = {
  PARSE_ERROR: { number: -32700, summary: "The message is not valid JSON-RPC text.", remedy: "Send one JSON-RPC 2.0 message a line." },
  MESSAGE_MALFORMED: { number: -32700, summary: "The message is not JSON.", remedy: "Send well-formed JSON in UTF-8." },
  MESSAGE_TOO_LARGE: { number: -32005, summary: "The message is larger than a message may be.", remedy: "Send less at once; split the data over several calls." },
  MESSAGE_TOO_DEEP: { number: -32005, summary: "The message is nested deeper than a message may be.", remedy: "Flatten the data." },
  INVALID_REQUEST: { number: -32600, summary: "The message is JSON but not a JSON-RPC 2.0 request.", remedy: "Send `jsonrpc`, `method`, and an `id` that is a number or a string." },
  METHOD_NOT_FOUND: { number: -32601, summary: "No call of that name exists.", remedy: "Check the name against the page \"The calls\"." },
  INVALID_PARAMS: { number: -32602, summary: "The parameters are not those of the call.", remedy: "Correct what the message names. The page \"The calls\" lists the parameters of each call." },
  INTERNAL_ERROR: { number: -32603, summary: "The host failed in a way that is its own fault.", remedy: "Report it with the journal record; the details are in the host's log." },
  PERMISSION_DENIED: { number: -32003, summary: "The policy does not allow this call.", remedy: "Declare the permission in the manifest, and have the person grant it." },
  NETWORK_FAILED: { number: -32004, summary: "An allowed network call failed on the way.", remedy: "Check that the server is reachable, then try again." },
  FILE_NOT_FOUND: { number: -32004, summary: "No such file is inside the root.", remedy: "Check the path; it is relative to the root." },
  FILE_FAILED: { number: -32004, summary: "An allowed file call failed on the way.", remedy: "Check that the path names what the call expects (a file, a folder) and that the disk is not full." },
  SECRET_NOT_SET: { number: -32004, summary: "The secret is declared and granted, but nobody has set it.", remedy: "Set the secret in the plugin's settings." },
  CAPABILITY_FAILED: { number: -32004, summary: "An allowed call of the application's own failed on the way.", remedy: "Read the message: it is the application's. Then try again." },
  STORE_FAILED: { number: -32004, summary: "The host's store failed.", remedy: "Check the host's disk and log, then try again." },
  LIMIT_EXCEEDED: { number: -32005, summary: "A limit of the plugin was passed; `limit` names it.", remedy: "Use less, or raise the limit in the manifest up to its ceiling." },
  UNKNOWN_HANDLE: { number: -32006, summary: "The timer, stream, socket or process named is not this instance's, or is gone.", remedy: "Use a handle only between its opening and its end." },
  INSTANCE_STOPPED: { number: -32007, summary: "The plugin's instance stopped before it answered.", remedy: "Call again: a new instance is started." },
  REFUSED: { number: -32010, summary: "Refused for good: trying again will not change it.", remedy: "Read the message; something other than the call must change first." },
  CAPABILITY_UNAVAILABLE: { number: -32010, summary: "The capability is granted, but nothing provides it at the moment.", remedy: "Install the plugin that provides it; the message names what is missing." },
  CALL_CANCELLED: { number: -32007, summary: "The caller gave up before the answer came.", remedy: "Call again when the answer is wanted." },
  GUEST_ERROR: { number: -32000, summary: "The plugin's own code failed.", remedy: "Report it to the plugin's author; the message is the plugin's." },
  GUEST_TRAPPED: { number: -32000, summary: "The plugin's code did something its engine forbids, and its instance was ended.", remedy: "Report it to the plugin's author." },
  GUEST_STACK_OVERFLOW: { number: -32000, summary: "The plugin's code recursed too deeply, and its instance was ended.", remedy: "Report it to the plugin's author." },
  GUEST_EXITED: { number: -32000, summary: "The plugin ended itself with a failure.", remedy: "Report it to the plugin's author, with the exit code." },
  GUEST_PROTOCOL: { number: -32000, summary: "The plugin broke the protocol: what it sent is not a message the host can use.", remedy: "Build the plugin with the SDK of this protocol's major version." },
  SAND_WASM_NOT_A_MODULE: { number: -32010, summary: "The file is not a WebAssembly module.", remedy: "Check `run.wasm`: it must be the module itself, not its text form or a link." },
  SAND_WASM_IMPORT_UNKNOWN: { number: -32010, summary: "The module imports something the host does not offer.", remedy: "Build for `wasm32-wasip1`; the only other imports are those of the page \"WebAssembly plugins\"." },
  SAND_WASM_MEMORY_REFUSED: { number: -32010, summary: "The module's memory, or what compiling it takes, is of a kind or size that cannot be bounded to the limit.", remedy: "Use one unshared 32-bit memory that starts below `limits.memoryMb`, no types of garbage collection, and functions of ordinary size." },
  SAND_WASM_INSTANTIATION_FAILED: { number: -32010, summary: "The module could not be instantiated.", remedy: "Check that it exports what its form needs (`_start`, or `ambit_turn`)." },
  SAND_WASM_WASI_VERSION_UNSUPPORTED: { number: -32010, summary: "The module speaks a WASI version that is not offered here.", remedy: "Build for WASI preview1, or declare `\"abi\": \"component\"` where the host has it enabled." },
  SAND_WASM_OUTBOUND_DENIED: { number: -32003, summary: "The module tried to connect where its policy does not allow it; no socket was opened.", remedy: "Declare the host in `permissions.network`, and have the person grant it." },
  SAND_WASM_PREOPEN_DENIED: { number: -32003, summary: "A folder the policy names could not be opened safely for the module.", remedy: "Check that the root exists, is a folder, and that this platform can confine writes." },
  SAND_JS_LOAD_FAILED: { number: -32010, summary: "The plugin's JavaScript could not be loaded.", remedy: "Read the message: it has the file and line of the syntax error or of the import." },
  SANDBOX_GONE: { number: -32007, summary: "The sandbox instance is gone for good.", remedy: "Make a new instance on the same file system; its files are still there." },
  FILE_SYSTEM_GONE: { number: -32007, summary: "The sandbox's file system is gone for good, with its files.", remedy: "Tell the person that the files are lost; then make a new environment." },
  SANDBOX_FAILED: { number: -32004, summary: "The sandbox provider failed on the way.", remedy: "Check that the provider's engine runs and can be reached, then try again." },
  BACKEND_UNAVAILABLE: { number: -32010, summary: "No sandbox backend on this host can run the plugin.", remedy: "Install the backend named in the message, or what it lacks." },
  LIMIT_UNSUPPORTED: { number: -32010, summary: "The backend cannot enforce a limit that the plugin is bound by.", remedy: "Use a backend that enforces it; the message names both." },
  MANIFEST_INVALID: { number: -32010, summary: "The manifest is wrong; each fault has file, line and column.", remedy: "Mend each fault; `ambit validate` lists them." },
  BUNDLE_INVALID: { number: -32010, summary: "The plugin's files cannot be taken in.", remedy: "Read the message: it names the file and what is wrong with it." },
  CONSENT_REQUIRED: { number: -32010, summary: "Nobody has agreed to what this version of the plugin asks for.", remedy: "Read the install window and accept it." },
  CONSENT_MISMATCH: { number: -32010, summary: "What was agreed to is not what would be enforced.", remedy: "Read the install window again: the plugin or its manifest changed since it was shown." },
  PLUGIN_NOT_INSTALLED: { number: -32010, summary: "No plugin of that id is installed.", remedy: "Install it first; `ambit inspect` shows what a folder would install." },
  PLUGIN_PARKED: { number: -32007, summary: "The plugin crashed too often and is parked.", remedy: "Look at its journal, then restart it by hand." },
  TOOL_UNKNOWN: { number: -32602, summary: "The plugin has no tool of that name.", remedy: "Use one of the tools its manifest declares." },
  ROUTE_UNKNOWN: { number: -32602, summary: "The plugin has no route of that name.", remedy: "Use one of the routes its manifest declares." },
  HOOK_BLOCKED: { number: -32010, summary: "A plugin that is asked first has blocked it: it said no, failed, or took too long.", remedy: "Read the message: it names the plugin and its reason. A plugin that cannot run blocks until a person restarts it or takes its hook away." },
  ROOT_UNKNOWN: { number: -32010, summary: "The manifest asks for a root that this host does not have.", remedy: "Register the root (`--root name=folder`), or install the plugin where it exists." },
  HOST_CONFIG_INVALID: { number: -32010, summary: "The host's configuration is wrong.", remedy: "Mend the field named in the message." },
  SESSION_REQUIRED: { number: -32010, summary: "The request is not from a session of this console.", remedy: "Open the address that the host printed when it started." },
} as const;

// Every entry has the parts of a definition; an entry that lacks one does not compile.
errorRegistry satisfies Record<string, ErrorDefinition>;

/** A stable error code. */
export type ErrorCode = keyof typeof errorRegistry;

/** Every code, in the order of the registry. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorRegistry) as ErrorCode[];

/** Tells whether a string is a code of the registry. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(errorRegistry, value);
}
