import type { FileKind } from "@ambit/directory-handles";

/** The `filetype` byte. A stream that the host keeps in memory is of unknown type: no terminal, no file. */
export const fileType = {
  UNKNOWN: 0,
  BLOCK_DEVICE: 1,
  CHARACTER_DEVICE: 2,
  DIRECTORY: 3,
  REGULAR_FILE: 4,
  SOCKET_STREAM: 6,
  SYMBOLIC_LINK: 7,
} as const;

/** The byte for what stands under a name. preview1 has none for a FIFO. */
export const fileTypeOfKind: Readonly<Record<FileKind, number>> = {
  file: fileType.REGULAR_FILE,
  directory: fileType.DIRECTORY,
  link: fileType.SYMBOLIC_LINK,
  fifo: fileType.UNKNOWN,
  socket: fileType.SOCKET_STREAM,
  "character-device": fileType.CHARACTER_DEVICE,
  "block-device": fileType.BLOCK_DEVICE,
};
