import { AmbitError, type CapabilityProxy } from "@ambit/api-types";
import { decodeData, encodeData } from "../data/data-encoding.ts";
import { defineProxy } from "../proxy/define-proxy.ts";
import { InstanceStates } from "../proxy/instance-states.ts";
import type { ProxyServices } from "../proxy-services.ts";
import { valueOf } from "./file-refusal.ts";
import { fileGrant, inGrantedFolder } from "./granted-place.ts";
import { InstanceRoots } from "./instance-roots.ts";
import { listFolder, toldKind } from "./list-folder.ts";
import { readFile } from "./read-file.ts";

type States = InstanceStates<InstanceRoots>;

/** The proxies of `fs/*`, on directory handles: each path is walked from the folder of the rule that allows it and never leaves it. */
export function fsProxies(services: Pick<ProxyServices, "mountOf">): readonly CapabilityProxy[] {
  const states = new InstanceStates((instance) => new InstanceRoots(instance, (of, root) => services.mountOf(of, root)));
  return [readProxy(states), writeProxy(states), statProxy(states), listProxy(states), canonProxy(states)];
}

function readProxy(states: States): CapabilityProxy {
  return defineProxy(
    "fs/read",
    ({ encoding }, request) => {
      const { fileBytes } = request.instance.policy.limits;
      const bytes = inGrantedFolder(states.of(request.instance), fileGrant(request, "read"), "read", (folder, rest) => readFile(folder, rest, fileBytes));
      return { result: encodeData(bytes, encoding), bytesIn: bytes.length };
    },
    (instanceId) => states.take(instanceId)?.close(),
  );
}

function writeProxy(states: States): CapabilityProxy {
  return defineProxy("fs/write", ({ data, encoding }, request) => {
    const grant = fileGrant(request, "write");
    const bytes = decodeData(data, encoding);
    const { fileBytes } = request.instance.policy.limits;
    if (bytes.length > fileBytes) throw new AmbitError("LIMIT_EXCEEDED", `A file may have at most ${fileBytes} bytes.`, { limit: "fileBytes" });
    inGrantedFolder(states.of(request.instance), grant, "write", (folder, rest) => valueOf(folder.writeFile(rest, bytes, { createParents: true })));
    return { result: { bytes: bytes.length }, bytesOut: bytes.length };
  });
}

function statProxy(states: States): CapabilityProxy {
  return defineProxy("fs/stat", (_params, request) => {
    const stat = inGrantedFolder(states.of(request.instance), fileGrant(request, "read"), "read", (folder, rest) => valueOf(rest.length === 0 ? folder.statSelf() : folder.stat(rest)));
    const bytes = stat.kind === "file" ? Number(stat.size) : 0;
    return { result: { kind: toldKind(stat.kind), bytes, modified: Number(stat.modifiedNs / 1_000_000n) } };
  });
}

function listProxy(states: States): CapabilityProxy {
  return defineProxy("fs/list", (_params, request) => ({
    result: inGrantedFolder(states.of(request.instance), fileGrant(request, "read"), "read", listFolder),
  }));
}

function canonProxy(states: States): CapabilityProxy {
  return defineProxy("fs/canon", (_params, request) => {
    const grant = fileGrant(request, "read");
    const names = inGrantedFolder(states.of(request.instance), grant, "read", (folder, rest) => (rest.length === 0 ? folder.names : valueOf(folder.canonical(rest))));
    return { result: { root: grant.root, path: names.join("/") } };
  });
}
