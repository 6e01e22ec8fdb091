import { type SandboxLimits, sandboxLimitsSchema, sandboxNameSchema } from "@ambit/api-types";
import { z } from "zod";

/** How the files of a file system are kept. `image`: in an image with a size of its own. `folder`: in a folder that is measured. */
export type DiskKind = "image" | "folder";

/** A file system that exists. */
export interface FileSystemRecord {
  readonly version: 1;
  readonly id: string;
  readonly name: string;
  readonly disk: DiskKind;
  readonly diskMb: number;
}

/** An instance that exists, whether it runs or not. */
export interface InstanceRecord {
  readonly version: 1;
  readonly id: string;
  readonly name: string;
  readonly fileSystem: string;
  readonly limits: SandboxLimits;
}

/** Schema of {@link FileSystemRecord}. */
export const fileSystemRecordSchema: z.ZodType<FileSystemRecord> = z.strictObject({ version: z.literal(1), id: z.string(), name: sandboxNameSchema, disk: z.enum(["image", "folder"]), diskMb: z.int().min(1) });

/** Schema of {@link InstanceRecord}. */
export const instanceRecordSchema: z.ZodType<InstanceRecord> = z.strictObject({ version: z.literal(1), id: z.string(), name: sandboxNameSchema, fileSystem: z.string(), limits: sandboxLimitsSchema });
