import type { ConnectionRecord } from "@ambit/api-types";
import type { EgressJudge } from "@ambit/sandbox-process/provider-kit";

/** How a provider on a Docker engine is made. */
export interface DockerProviderOptions {
  /** The engine's unix socket. Default `/var/run/docker.sock`. */
  readonly socketPath?: string;
  /** Image of instances that ask for none. It needs `/bin/sh`, `sleep`, `stat`, `head`, `du`, `mv` and `mkdir`, and for an allowlist node or socat. */
  readonly image: string;
  /**
   * Folder of this machine for the sockets of gates, which are bound into containers; the engine must see it under the same path. Without it
   * an allowlist is refused.
   */
  readonly gateFolder?: string;
  /** Network of the engine for `open`. Whoever is on it reaches what it leads to, addresses of this machine included. Without it `open` is refused. */
  readonly openNetwork?: string;
  /** User that commands run as, `uid:gid` in numbers. Default: root of the container, without capabilities. */
  readonly user?: string;
  /** Processes and threads of one instance at once. Default 512. */
  readonly processes?: number;
  /** Whether the image's own files can be written, which counts towards no limit. Default no. */
  readonly writableRoot?: boolean;
  /** Judges connections instead of the rules for a plugin's network. */
  readonly judge?: EgressJudge;
  /** Takes the record of each connection and refusal, with the instance's name. */
  readonly onConnection?: (instance: string, record: ConnectionRecord) => void;
}
