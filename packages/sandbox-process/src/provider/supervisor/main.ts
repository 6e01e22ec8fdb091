/**
 * Runs inside an instance as the process that everything else there was started by: takes requests from the host as frames on its input, and
 * answers on its output. It is the guest's user and holds nothing that a command does not hold, so the host believes it no more
 * than it believes a command.
 *
 * @packageDocumentation
 */
import { Supervisor } from "./supervisor.ts";
import type { SupervisorTerms } from "./requests.ts";

// Signals of a command are for commands; the one that cannot be caught ends the instance.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGPIPE"] as const) process.on(signal, () => undefined);

const terms = JSON.parse(process.argv[2] ?? "") as SupervisorTerms;
new Supervisor(terms, process.stdin, process.stdout).start();
