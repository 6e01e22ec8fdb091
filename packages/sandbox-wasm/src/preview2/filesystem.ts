import type { ComponentHost } from "./component-host.ts";
import { Descriptor } from "./descriptor.ts";
import { DirectoryEntryStream } from "./directory-entries.ts";
import { errorCodeOfReason } from "./filesystem-error.ts";
import type { IoError } from "./io-error.ts";

const errorCodes: ReadonlySet<string> = new Set(Object.values(errorCodeOfReason));

/** The code behind a stream's failure, where it was a file's. */
function filesystemErrorCode(error: IoError): string | undefined {
  const code = error.toDebugString();
  return errorCodes.has(code) ? code : undefined;
}

/** The interfaces of `wasi:filesystem`, on the folders that the policy allows. */
export function filesystemInterfaces(host: ComponentHost): object {
  const directories = host.preopens.map(({ directory, guestPath }): [Descriptor, string] => {
    const flags = { read: true, ...(directory.access === "write" && { mutateDirectory: true }) };
    return [new Descriptor(host, directory, flags, false), guestPath];
  });
  return {
    preopens: { getDirectories: () => directories },
    types: { Descriptor, DirectoryEntryStream, filesystemErrorCode },
  };
}
