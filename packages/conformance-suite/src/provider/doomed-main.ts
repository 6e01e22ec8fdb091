/**
 * A process that opens a provider, runs a command in it, says so, and waits to be killed. Arguments: a module that exports
 * `openProvider`, what it is given, and a {@link DoomedOrder} as JSON.
 *
 * @packageDocumentation
 */
import type { SandboxProvider } from "@ambit/api-types";
import type { DoomedOrder } from "./doomed-order.ts";

const [module = "", argument = "", orderText = ""] = process.argv.slice(2);
const { openProvider } = (await import(module)) as { readonly openProvider: (argument: string) => Promise<SandboxProvider> };
const order = JSON.parse(orderText) as DoomedOrder;
const { signal } = new AbortController();

const provider = await openProvider(argument);
const fileSystem = await provider.createFileSystem({ ...order.fileSystem, signal });
const instance = await provider.create({ name: order.name, limits: order.fileSystem.limits, fileSystem, signal });
void provider.exec(instance, { command: order.command, timeoutMs: order.timeoutMs, maxOutputBytes: 1000, tag: "doomed", actor: { accountId: "suite", conversationId: "suite" }, signal });
while ((await provider.stat(instance, order.until, signal)) === null) await new Promise((resolve) => setTimeout(resolve, 50));
process.stdout.write(`${JSON.stringify({ instance })}\n`);
setInterval(() => undefined, 60_000);
