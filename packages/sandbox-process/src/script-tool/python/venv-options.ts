import type { ConnectionRecord } from "@ambit/api-types";
import type { Confiner } from "../../confine/confiner.ts";
import type { ResolveName } from "../../gate-proxy/connect-judge.ts";

/** How environments are built and kept. */
export interface VenvOptions {
  readonly confiner: Confiner;
  /** Folder of the host in which they are kept, private to the host. */
  readonly folder: string;
  /** The package index, such as `https://packages.example.dev/simple`; the one server that a build reaches. */
  readonly index: URL;
  /** Finds the addresses of the index. */
  readonly resolve: ResolveName;
  /** Takes the record of each connection of a build. */
  readonly onRecord?: (record: ConnectionRecord) => void;
  /** User that the host becomes for its children, if it does. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Wall time of one build, seconds. Default 300. */
  readonly buildSeconds?: number;
}
