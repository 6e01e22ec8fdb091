import { AmbitError, type ErrorCode, type JsonValue, type SandboxSpec } from "@ambit/api-types";
import { type BrokenBackend, breakAnswer, breakCall, breakSpec, type Call, toolOf } from "./broken-backend.ts";

/** Makes every error of a call another one. */
const breakError = (change: (error: AmbitError, spec: SandboxSpec) => Error): BrokenBackend["wrap"] =>
  breakCall((call, spec) => async (method, params, options) => {
    try {
      return await call(method, params, options);
    } catch (error) {
      throw AmbitError.isInstance(error) ? change(error, spec) : error;
    }
  });

/** Turns one kind of failure into a success. */
const swallow = (code: ErrorCode): BrokenBackend["wrap"] =>
  breakCall((call) => async (method, params, options) => {
    try {
      return await call(method, params, options);
    } catch (error) {
      if (AmbitError.isInstance(error) && error.code === code) return null;
      throw error;
    }
  });

/** Backends that spoil calls into the guest, their answers and their errors. */
export const brokenCalls: readonly BrokenBackend[] = [
  {
    group: "calls",
    fault: "spoils text that is not Latin",
    caughtBy: "a value comes back as it went in",
    wrap: breakCall((call) => async (method, params, options) => JSON.parse(JSON.stringify(await call(method, params, options)).replace(/[^\0-\xff]/g, "?")) as JsonValue),
  },
  { group: "calls", fault: "gives each call the answer of the one before", caughtBy: "each of many calls gets its own answer", wrap: breakCall(answerOfTheLast) },
  { group: "calls", fault: "mixes up the answers of calls at once", caughtBy: "each of many calls at once gets its own answer", wrap: breakCall(answersMixed) },
  { group: "calls", fault: "takes an unknown method for nothing to do", caughtBy: "a method that is not there is METHOD_NOT_FOUND, and the instance lives", wrap: swallow("METHOD_NOT_FOUND") },
  { group: "calls", fault: "takes an unknown tool for nothing to do", caughtBy: "a tool that is not there is TOOL_UNKNOWN, and the instance lives", wrap: swallow("TOOL_UNKNOWN") },
  {
    group: "calls",
    fault: "keeps the settings from the guest",
    caughtBy: "the guest is told who it is, its language and its settings, before anything else",
    wrap: breakSpec((spec) => ({ ...spec, config: {} })),
  },
  {
    group: "errors",
    fault: "has one code for every failure",
    caughtBy: "a plugin's own failure is GUEST_ERROR with the plugin's words, and the instance lives",
    wrap: breakError((error) => new AmbitError("INTERNAL_ERROR", error.message, error.details)),
  },
  {
    group: "errors",
    fault: "throws what is no AmbitError",
    caughtBy: "a plugin's own failure is GUEST_ERROR with the plugin's words, and the instance lives",
    wrap: breakError((error) => new Error(error.message)),
  },
  {
    group: "errors",
    fault: "swallows the plugin's words",
    caughtBy: "a plugin's own failure is GUEST_ERROR with the plugin's words, and the instance lives",
    wrap: breakError((error) => new AmbitError(error.code, "Something failed.", error.details)),
  },
  {
    group: "errors",
    fault: "takes a registered code for the plugin's own failure",
    caughtBy: "a registered code that the guest ends in reaches the caller",
    wrap: breakError((error) => new AmbitError("GUEST_ERROR", error.message)),
  },
  {
    group: "errors",
    fault: "lets a guest make up codes",
    caughtBy: "a code that is not registered becomes GUEST_ERROR",
    wrap: breakError((error) => Object.assign(new AmbitError(error.code, error.message), { code: "MADE_UP" })),
  },
  {
    group: "errors",
    fault: "tells guests' callers where the bundle lies",
    caughtBy: "no error tells of the host: no path, no frame of its code",
    wrap: breakError((error, spec) => new AmbitError(error.code, `${error.message} (${spec.bundleDir}/run.js:1)`, error.details)),
  },
  {
    group: "errors",
    fault: "hands on messages of any length",
    caughtBy: "a very long message is cut",
    wrap: breakError((error) => new AmbitError(error.code, error.message.padEnd(1_000_000, "m"), error.details)),
  },
  {
    group: "messages",
    fault: "takes what is no JSON for null",
    caughtBy: "a function as a result is GUEST_ERROR, and the instance lives",
    wrap: swallow("GUEST_ERROR"),
  },
  {
    group: "messages",
    fault: "never answers a call whose result is no JSON",
    caughtBy: "a cycle as a result is GUEST_ERROR, and the instance lives",
    wrap: breakCall((call) => (method, params, options) => (toolOf(params) === "unserialisable" ? new Promise(() => {}) : call(method, params, options))),
  },
  {
    group: "hooks and routes",
    fault: "lets every hook pass",
    caughtBy: "a hook answers nothing, a denial or a value, as the guest gave it",
    wrap: breakCall((call) => async (method, params, options) => (method === "hook/run" ? null : call(method, params, options))),
  },
  {
    group: "hooks and routes",
    fault: "takes a hook that is not there for one that agrees",
    caughtBy: "a hook that fails ends in its error, and the instance lives",
    wrap: swallow("METHOD_NOT_FOUND"),
  },
  {
    group: "hooks and routes",
    fault: "keeps HTTP statuses to itself",
    caughtBy: "an HTTP status that a route ends in reaches the host, and a route that is not there is ROUTE_UNKNOWN",
    wrap: breakError((error) => new AmbitError(error.code, error.message)),
  },
  {
    group: "host calls",
    fault: "lets refused calls pass",
    caughtBy: "an undeclared call ends in PERMISSION_DENIED inside the guest, and the instance lives",
    wrap: breakAnswer((answer) => (answer.includes("PERMISSION_DENIED") ? replaced(answer, { result: {} }) : answer)),
  },
  {
    group: "host calls",
    fault: "lets every collection pass",
    caughtBy: "documents of a declared collection go in and come out, and another collection is refused",
    wrap: breakAnswer((answer) => (answer.includes("collection is not among") ? replaced(answer, { result: { found: false, data: null } }) : answer)),
  },
  {
    group: "host calls",
    fault: "swallows the codes of refusals",
    caughtBy: "an error that an allowed call ended in keeps its code and words",
    wrap: breakAnswer((answer) => answer.replace(/"code":"[A-Z_]+"/, '"code":"INTERNAL_ERROR"')),
  },
  {
    group: "application calls",
    fault: "knows the calls of the table alone",
    caughtBy: "a call of a granted capability is answered, and so is one of what it implies",
    wrap: breakSpec((spec) => ({ ...spec, gateway: { handle: (message) => (message.includes("board/") ? Promise.resolve(refusedHere(message)) : spec.gateway.handle(message)) } })),
  },
  {
    group: "application calls",
    fault: "lets forged calls of an application pass",
    caughtBy: "a forged call of a capability that was not granted is PERMISSION_DENIED, and the instance lives",
    wrap: breakAnswer((answer) => (answer.includes("capability is not among") ? replaced(answer, { result: {} }) : answer)),
  },
  {
    group: "application calls",
    fault: "has one code for whatever an application's call ends in",
    caughtBy: "an application's call keeps the errors that it ends in, and its parameters are held to its schema",
    wrap: breakAnswer((answer) => answer.replace('"code":"REFUSED"', '"code":"INTERNAL_ERROR"')),
  },
  {
    group: "application calls",
    fault: "tells no guest of an application's calls",
    caughtBy: "what is granted of an application stands in ctx under its own name, and what is not is absent there",
    wrap: breakSpec(({ capabilityCalls: _calls, ...spec }) => spec),
  },
  {
    group: "host calls",
    fault: "refuses by a list of its own",
    caughtBy: "every refusal is the host's: each forged call reaches it and is judged",
    wrap: breakSpec((spec) => ({ ...spec, gateway: { handle: (message) => (message.includes("net/fetch") ? Promise.resolve(refusedHere(message)) : spec.gateway.handle(message)) } })),
  },
  {
    group: "host calls",
    fault: "asks the host twice",
    caughtBy: "calls reach the host in the order they were made, each once",
    wrap: breakSpec((spec) => ({ ...spec, gateway: { handle: async (message) => (await spec.gateway.handle(message), spec.gateway.handle(message)) } })),
  },
  {
    group: "host calls",
    fault: "cuts large answers of the host",
    caughtBy: "a large answer of the host reaches the guest whole",
    wrap: breakAnswer((answer) => (answer.length > 65_536 ? replaced(answer, { result: { found: true, value: answer.slice(0, 65_536) } }) : answer)),
  },
];

function answerOfTheLast(call: Call): Call {
  let last: JsonValue = null;
  return async (method, params, options) => {
    const answer = last;
    last = await call(method, params, options);
    return answer;
  };
}

function answersMixed(call: Call): Call {
  let waiting: ((answer: JsonValue) => void) | undefined;
  return async (method, params, options) => {
    const answer = await call(method, params, options);
    const other = waiting;
    if (other === undefined) return new Promise((resolve) => (waiting = resolve));
    waiting = undefined;
    return new Promise((resolve) => (other(answer), (waiting = resolve)));
  };
}

/** An answer with the same id and another body. */
function replaced(answer: string, body: object): string {
  const { id } = JSON.parse(answer) as { readonly id: JsonValue };
  return JSON.stringify({ jsonrpc: "2.0", id, ...body });
}

function refusedHere(message: string): string {
  return replaced(message, { error: { code: -32003, message: "No.", data: { code: "PERMISSION_DENIED" } } });
}
