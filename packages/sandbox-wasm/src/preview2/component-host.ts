import type { GuestPort } from "@ambit/api-types/guest";
import type { Preview1Preopen } from "../preview1/host/preview1-host.ts";
import type { InputStream as ByteInput, OutputStream as ByteOutput } from "../preview1/stream/streams.ts";
import type { HostState } from "../preview1/host/host-state.ts";
import type { OpenHandles } from "./open-handles.ts";

/** What the interfaces of one component work with. Nothing of the process they run in is in it. */
export interface ComponentHost {
  /** Deadline and end of the call under way; shared with the preview1 host, since both end a guest alike. */
  readonly state: HostState;
  readonly port: GuestPort;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: ByteInput;
  readonly stdout: ByteOutput;
  readonly stderr: ByteOutput;
  readonly preopens: readonly Preview1Preopen[];
  readonly handles: OpenHandles;
  /** Most bytes that one call may bring to the guest at once: what its memory may hold. */
  readonly memoryBytes: number;
}
