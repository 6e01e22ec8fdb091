import { AmbitError, type CapabilityCall, defineCapabilityCall } from "@ambit/api-types";
import { z } from "zod";
import { idSchema, listPageSchema, mediaItemSchema } from "../shapes.ts";
import type { MediaLibrary } from "../site/media-library.ts";

/** The calls of `media:read`. */
export function mediaReadCalls(media: MediaLibrary): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "media/get",
      summary: "Describes one file; null where there is none.",
      params: z.strictObject({ id: idSchema }),
      result: mediaItemSchema.nullable(),
      writes: false,
      example: { id: "m1" },
      run: ({ id }) => media.get(id),
    }),
    defineCapabilityCall({
      method: "media/list",
      summary: "Lists the media library, page by page.",
      params: z.strictObject({ limit: z.number().exactOptional(), cursor: idSchema.exactOptional(), mimeType: z.string().max(100).exactOptional() }),
      result: listPageSchema(mediaItemSchema),
      writes: false,
      example: { mimeType: "image/" },
      run: (query) => media.list(query),
    }),
  ];
}

/** The calls of `media:write`. */
export function mediaWriteCalls(media: MediaLibrary): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "media/upload",
      summary: "Adds a file to the media library; its bytes are in base64.",
      params: z.strictObject({ filename: z.string().regex(/^[^\\/\p{Cc}]{1,255}$/u, "must be a file's name"), contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/).max(100), bytes: z.base64() }),
      result: z.object({ mediaId: z.string(), storageKey: z.string(), url: z.string() }),
      writes: true,
      example: { filename: "dot.txt", contentType: "text/plain", bytes: "Lg==" },
      limits: { paramBytes: 4 * 1024 * 1024 },
      run: ({ filename, contentType, bytes }) => {
        const { id, url } = media.add(filename, contentType, decoded(bytes));
        return { mediaId: id, storageKey: `${id}/${filename}`, url };
      },
    }),
    defineCapabilityCall({
      method: "media/delete",
      summary: "Deletes a file; tells whether there was one.",
      params: z.strictObject({ id: idSchema }),
      result: z.boolean(),
      writes: true,
      example: { id: "m1" },
      run: ({ id }) => media.delete(id),
    }),
  ];
}

function decoded(text: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0) throw new AmbitError("REFUSED", "A file cannot be empty.");
  return bytes;
}
