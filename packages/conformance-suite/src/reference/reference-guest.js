// What the reference backend puts into a guest's realm before the plugin. The worker runs it as the body of a function of
// `post`, `draw` and `door`, the only things of the host's realm: nothing here hands them on.
const { stringify, parse } = JSON;
const pending = new Map();
const mark = Symbol.for("ambit.error");
let plugin, ctx;
let last = 0;

const call = (method, params) => {
  const id = ++last;
  const answered = new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  post(id, false, stringify({ jsonrpc: "2.0", id, method, params }));
  return answered;
};
const settle = ({ id, result, error }) => {
  const waiting = pending.get(id);
  pending.delete(id);
  if (error === undefined) return waiting?.resolve(result);
  const { code, ...details } = error.data;
  waiting?.reject(Object.assign(new Error(error.message), { [mark]: true, code, number: error.code, details }));
};
const answer = (id, body) => post(id, true, stringify({ jsonrpc: "2.0", id, ...body }));
const failure = (error) => {
  const code = error?.[mark] === true ? error.code : "GUEST_ERROR";
  const httpStatus = error?.details?.httpStatus;
  return { error: { code: -32000, message: String(error?.message ?? error).slice(0, 1024), data: { code, ...(code === "REFUSED" && httpStatus !== undefined && { httpStatus }) } } };
};
const serve = async (id, work) => {
  try {
    const result = await work();
    if (typeof result === "function" || typeof result === "symbol") throw new TypeError("The result is no JSON.");
    answer(id, { result: result === undefined ? null : result });
  } catch (error) {
    answer(id, failure(error));
  }
};
const coded = (code, message) => Object.assign(new Error(message), { [mark]: true, code });
const own = (table, name) => (table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined);

const timers = new Map();
const log = (level) => (message) => post(0, false, stringify({ jsonrpc: "2.0", method: "log", params: { level, message: String(message) } }));
const began = Date.now();
Object.assign(globalThis, {
  console: { log: log("info"), error: log("error") },
  performance: { now: () => Date.now() - began },
  crypto: {
    getRandomValues(bytes) {
      for (let i = 0; i < bytes.length; i++) bytes[i] = draw();
      return bytes;
    },
  },
  setTimeout: (run, ms) => void call("timer/set", { ms }).then(({ timer }) => timers.set(timer, run)),
});
for (const name of ["WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[name];

const methods = {
  __proto__: null,
  initialize: (id, { plugin: who, lang, config, calls }) => serve(id, () => {
    const granted = {};
    for (const method of calls) {
      const [space, name] = method.split("/");
      if (name !== undefined) (granted[space] ??= {})[name] = (params) => call(method, params);
    }
    ctx = Object.freeze({ ...granted, call, plugin: who, lang, config });
    return { protocolVersion: 1 };
  }),
  "tool/call": (id, { tool, arguments: args }) => serve(id, () => {
    const run = own(plugin.tools, tool);
    if (run === undefined) throw coded("TOOL_UNKNOWN", "The plugin has no tool of that name.");
    return run(args, ctx);
  }),
  "hook/run": (id, { hook, payload }) => serve(id, () => {
    const run = own(plugin.hooks, hook);
    if (run === undefined) throw coded("METHOD_NOT_FOUND", "The plugin has no hook of that name.");
    return run(payload, ctx);
  }),
  "route/call": (id, { route, ...request }) => serve(id, () => {
    const run = own(plugin.routes, route);
    if (run === undefined) throw coded("ROUTE_UNKNOWN", "The plugin has no route of that name.");
    return run(request, ctx);
  }),
  "event/deliver": (_id, { event, payload }) => own(plugin.events, event)?.(payload, ctx),
  "timer/fired": (_id, { timer }) => {
    timers.get(timer)?.();
    timers.delete(timer);
  },
};

// What the worker drives the guest by.
Object.assign(door, {
  receive(text) {
    const { id, method, params, ...body } = parse(text);
    if (method === undefined) return settle({ id, ...body });
    if (methods[method] !== undefined) return void methods[method](id, params);
    if (id !== undefined) answer(id, failure(coded("METHOD_NOT_FOUND", "No call of that name exists.")));
  },
  load(loaded) {
    plugin = loaded;
  },
});
