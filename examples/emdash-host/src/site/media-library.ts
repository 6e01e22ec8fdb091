import { randomUUID } from "node:crypto";
import type { ListPage, MediaItem } from "../shapes.ts";
import { listPage } from "./list-page.ts";

/** The files of a site, in memory. */
export class MediaLibrary {
  readonly #files = new Map<string, { readonly item: MediaItem; readonly bytes: Uint8Array }>();

  get(id: string): MediaItem | null {
    return this.#files.get(id)?.item ?? null;
  }

  /** What a file holds. */
  bytes(id: string): Uint8Array | undefined {
    return this.#files.get(id)?.bytes;
  }

  list({ mimeType = "", ...page }: { readonly limit?: number; readonly cursor?: string; readonly mimeType?: string } = {}): ListPage<MediaItem> {
    return listPage([...this.#files.values()].map(({ item }) => item).filter((item) => item.mimeType.startsWith(mimeType)), page);
  }

  add(filename: string, mimeType: string, bytes: Uint8Array): MediaItem {
    const id = randomUUID();
    const item: MediaItem = { id, filename, mimeType, size: bytes.byteLength, url: `/media/${id}/${encodeURIComponent(filename)}`, createdAt: new Date().toISOString() };
    this.#files.set(id, { item, bytes });
    return item;
  }

  /** Tells whether there was one. */
  delete(id: string): boolean {
    return this.#files.delete(id);
  }
}
