import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";
import { terminalText } from "@ambit/api-host";
import { startHost } from "./start-host.ts";

const { values } = parseArgs({ options: { config: { type: "string", default: "host.json" }, port: { type: "string" } } });

try {
  const running = await startHost({
    configFile: values.config,
    ...(values.port !== undefined && { port: Number(values.port) }),
    pageFolder: fileURLToPath(new URL("./page/", import.meta.url)),
    onAddress: (address) => console.log(`Open ${address}`),
    onNote: (text) => console.log(terminalText(text)),
    onInternalError: (error) => console.error(terminalText(inspect(error))),
  });
  const stop = (): void => {
    process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
    void running.close();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
} catch (error) {
  console.error(terminalText(error instanceof Error ? error.message : inspect(error)));
  process.exitCode = 1;
}
