/**
 * Opens a session, runs a command in it that goes on and on, says so, and waits to be killed: `node doomed-session.ts <order>`, a
 * {@link DoomedOrder} as JSON.
 */
import type { SandboxLimits, SandboxProvider } from "@ambit/api-types";
import { createDockerProvider } from "@ambit/sandbox-docker";
import { createLocalProvider } from "@ambit/sandbox-process/provider";
import { createSandboxService } from "../sandbox-service/create-sandbox-service.ts";
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";

/** What the process is to do. */
export interface DoomedOrder {
  /** Folder of a local provider, or socket and image of an engine. */
  readonly provider: { readonly folder: string } | { readonly socketPath: string; readonly image: string };
  /** The store's file. */
  readonly store: string;
  readonly environment: string;
  readonly limits: SandboxLimits;
  readonly leaseMs: number;
  readonly command: string;
  /** A file that is there when the command runs. */
  readonly until: string;
}

const order = JSON.parse(process.argv[2] ?? "") as DoomedOrder;
const provider: SandboxProvider = "folder" in order.provider ? await createLocalProvider({ folder: order.provider.folder, unenforced: process.getuid?.() === 0 ? [] : ["cpu"] }) : createDockerProvider(order.provider);
const service = createSandboxService({ provider, store: createSqliteStore(order.store), leaseMs: order.leaseMs });
const session = await service.open(order.environment, { limits: order.limits }, { actor: { accountId: "a", conversationId: "c" } });
void session.exec(order.command, { timeoutMs: 120_000 });
while ((await session.stat(order.until)) === null) await new Promise((resolve) => setTimeout(resolve, 50));
process.stdout.write(`${JSON.stringify({ tag: session.tag })}\n`);
setInterval(() => undefined, 60_000);
