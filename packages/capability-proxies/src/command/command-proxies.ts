import { AmbitError, type CapabilityProxy, type CommandGrant, CREDIT_BYTES, PROCESSES_AT_ONCE, type ProxyRequest } from "@ambit/api-types";
import { decodeData } from "../data/data-encoding.ts";
import { defineProxy } from "../proxy/define-proxy.ts";
import { HandleTable } from "../proxy/handle-table.ts";
import { InstanceStates } from "../proxy/instance-states.ts";
import type { CommandServices } from "../proxy-services.ts";
import { RunningProcess } from "./running-process.ts";

const terms = { most: PROCESSES_AT_ONCE, limit: "processes", plural: "processes" } as const;

/** The proxies of `proc/*`. Where the host runs no commands, each ends in `BACKEND_UNAVAILABLE`. */
export function commandProxies(services: CommandServices | undefined): readonly CapabilityProxy[] {
  const tables = new InstanceStates(() => new HandleTable<RunningProcess>(terms));
  const release = async (instanceId: string): Promise<void> => {
    tables.take(instanceId)?.destroy();
    await services?.host.release(instanceId);
  };
  return [
    defineProxy("proc/spawn", async (_params, request) => ({ result: { process: (await tables.of(request.instance).open(() => start(services, request))).handle } }), release),
    defineProxy("proc/read", async ({ process, ...params }, request) => {
      const table = tables.of(request.instance);
      const answer = await table.get(process).read(params, request);
      if (answer.result.done) table.drop(process);
      return answer;
    }),
    defineProxy("proc/write", ({ process, data, encoding, end }, { instance }) => {
      const running = tables.of(instance).get(process);
      const bytes = decodeData(data, encoding);
      if (bytes.length > CREDIT_BYTES) throw new AmbitError("LIMIT_EXCEEDED", `At most ${CREDIT_BYTES} bytes are written at once.`, { limit: "credit" });
      const waiting = running.write(bytes);
      if (end === true) running.closeInput();
      return { result: { waiting }, bytesOut: bytes.length };
    }),
    defineProxy("proc/kill", async ({ process }, { instance }) => {
      const table = tables.of(instance);
      const running = table.get(process);
      await table.close(process, () => running.kill());
      return { result: {} };
    }),
  ];
}

function start(services: CommandServices | undefined, { grant, instance }: ProxyRequest): Promise<RunningProcess> {
  if (services === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "This host runs no commands.");
  return RunningProcess.start((output) => services.host.start({ instance, grant: commandGrant(grant), surroundings: services.surroundings(instance), output }));
}

function commandGrant(grant: ProxyRequest["grant"]): CommandGrant {
  if (grant.kind !== "command") throw new Error(`proc/spawn was granted something of the kind ${grant.kind}.`);
  return grant;
}
