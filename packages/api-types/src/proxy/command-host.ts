import type { ErrorCode } from "../errors/error-registry.ts";
import type { JournalOutcome } from "../journal/journal-record.ts";
import type { CallGrant, JudgeFacts } from "../policy/decision.ts";
import type { Preopen } from "../sandbox/guest-engine.ts";
import type { Availability } from "../sandbox/sandbox-backend.ts";
import type { ProxyInstance } from "./capability-proxy.ts";

/** What the judge granted for a command. */
export type CommandGrant = Extract<CallGrant, { readonly kind: "command" }>;

/** What is told of one connection that a confined process made or was refused, once it is over. */
export interface ConnectionRecord {
  /** The host. */
  readonly target: string;
  readonly outcome: JournalOutcome;
  readonly code?: ErrorCode;
  /** Bytes that came from the server. */
  readonly bytesIn: number;
  /** Bytes that the process sent. */
  readonly bytesOut: number;
  /** Duration, milliseconds. */
  readonly ms: number;
}

/** What the host says of an instance whose command is to run. */
export interface CommandSurroundings {
  /** The folders that the plugin declared and was granted. */
  readonly preopens: readonly Preopen[];
  /** For the judge of the connections that the command asks for. */
  readonly facts: JudgeFacts;
  /** Finds the addresses of a name; the system's lookup where absent. */
  readonly resolveName?: (host: string) => Promise<readonly string[]>;
  readonly onConnection: (record: ConnectionRecord) => void;
}

/** One command to run. */
export interface CommandOrder {
  readonly instance: ProxyInstance;
  readonly grant: CommandGrant;
  readonly surroundings: CommandSurroundings;
  /** Hears each piece that it prints; its bytes are given back by `consumed`. */
  readonly output: (stream: "stdout" | "stderr", piece: Uint8Array) => void;
}

/** How a command ended. No process of it is left by then. */
export interface CommandExit {
  /** `itself`; `stopped`: by its owner; `time`: at its time limit; `setup`: the program was never begun. */
  readonly ended: "itself" | "stopped" | "time" | "setup";
  /** Exit code of the program, 128 and the signal where one ended it; null where it was not asked. */
  readonly exitCode: number | null;
}

/** One command that runs. */
export interface HostCommand {
  /** Settles once, when nothing of it is left and all it printed was handed on. Never rejects. */
  readonly finished: Promise<CommandExit>;
  /** Says that so many bytes of output have been dealt with, so that more may come. */
  consumed(bytes: number): void;
  /**
   * Writes to its standard input; gives the bytes that wait for it to read.
   *
   * @throws AmbitError `LIMIT_EXCEEDED` where too many wait, `UNKNOWN_HANDLE` where its input is closed.
   */
  write(bytes: Uint8Array): number;
  /** Ends its standard input. */
  closeInput(): void;
  /** Ends it and all that it started. Done when nothing is left. */
  kill(): Promise<void>;
}

/** Runs commands that the judge allowed, each confined. `@ambit/sandbox-process` makes one. */
export interface CommandHost {
  /** Whether commands can be confined here. Where they cannot, none is run. */
  isAvailable(): Promise<Availability>;
  /**
   * Starts a command.
   *
   * @throws AmbitError `BACKEND_UNAVAILABLE` with the remedy where it cannot be confined, `FILE_NOT_FOUND` or `PERMISSION_DENIED` for its
   * program or folder, `LIMIT_EXCEEDED` where the instance has too many, `INSTANCE_STOPPED`.
   */
  start(order: CommandOrder): Promise<HostCommand>;
  /** Ends every command of an instance, those that are about to begin too. Done when nothing is left. */
  release(instanceId: string): Promise<void>;
  /** Lets go of what commands share, at the host's end. */
  close(): Promise<void>;
}
