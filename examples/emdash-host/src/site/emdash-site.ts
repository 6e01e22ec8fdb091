import { AmbitError, type JsonObject, type JsonValue } from "@ambit/api-types";
import type { PluginHost } from "@ambit/api-host";
import { type ContentItem, type EmailMessage, emailMessageSchema, type MediaItem, type UserInfo } from "../shapes.ts";
import { ContentStore } from "./content-store.ts";
import { CronTasks } from "./cron-tasks.ts";
import { MediaLibrary } from "./media-library.ts";
import { mergeChanges } from "./merge-changes.ts";
import { Taxonomies } from "./taxonomies.ts";

/** What plugins may know of a site. */
export interface SiteInfo {
  readonly name: string;
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly locale: string;
}

/** A site in memory: its things, and what happens to them. What a person does to them asks the plugins; what a plugin does, does not. */
export class EmdashSite {
  readonly info: SiteInfo;
  readonly content: ContentStore = new ContentStore();
  readonly media: MediaLibrary = new MediaLibrary();
  readonly taxonomies: Taxonomies = new Taxonomies();
  readonly users: Map<string, UserInfo> = new Map();
  readonly cron: CronTasks = new CronTasks();
  #host: PluginHost | undefined;

  constructor(info: SiteInfo) {
    this.info = info;
  }

  /** Has the plugins of a host asked. */
  attach(host: PluginHost): void {
    this.#host = host;
  }

  /**
   * Saves an entry as a person does: plugins may change it before, and are told after.
   *
   * @throws AmbitError `HOOK_BLOCKED`.
   */
  async saveContent(collection: string, data: JsonObject, id?: string): Promise<ContentItem> {
    const isNew = id === undefined;
    const saved = { ...data, ...(id !== undefined && { id }) };
    const values = await this.#ask("content:beforeSave", { content: saved, collection, isNew });
    const { id: _id, ...content } = mergeChanges(saved, values);
    const item = id === undefined ? this.content.create(collection, content) : this.content.update(collection, id, content);
    await this.#ask("content:afterSave", { content: flat(item), collection, isNew });
    return item;
  }

  /**
   * Deletes an entry as a person does.
   *
   * @throws AmbitError `HOOK_BLOCKED`.
   */
  async deleteContent(collection: string, id: string): Promise<boolean> {
    await this.#ask("content:beforeDelete", { id, collection, permanent: true });
    const wasThere = this.content.delete(collection, id);
    await this.#ask("content:afterDelete", { id, collection, permanent: true });
    return wasThere;
  }

  /** Adds a file as a person does. */
  async uploadMedia(name: string, type: string, bytes: Uint8Array): Promise<MediaItem> {
    await this.#ask("media:beforeUpload", { file: { name, type, size: bytes.byteLength } });
    const item = this.media.add(name, type, bytes);
    await this.#ask("media:afterUpload", { media: { ...item } });
    return item;
  }

  /**
   * Sends a mail by the plugin that delivers them.
   *
   * @throws AmbitError `REFUSED` where a plugin held it back; `CAPABILITY_FAILED` where it was not delivered.
   */
  async sendEmail(message: EmailMessage, source: string, signal?: AbortSignal): Promise<void> {
    const options = signal === undefined ? {} : { signal };
    const asked = (hook: string, sent: EmailMessage, exclusive: boolean) => this.#ask(hook, { message: { ...sent }, source }, { ...options, exclusive });
    const values = await asked("email:beforeSend", message, false).catch((error: unknown) => mailFailed("REFUSED", "held back", error));
    const sent = changedMail(message, values);
    await asked("email:deliver", sent, true).catch((error: unknown) => mailFailed("CAPABILITY_FAILED", "not delivered", error));
    await asked("email:afterSend", sent, false).catch((error: unknown) => mailFailed("CAPABILITY_FAILED", "delivered, but not followed up", error));
  }

  /** Runs the tasks that are due; for a timer of the application's. */
  async runDueTasks(now: Date = new Date()): Promise<number> {
    const due = this.cron.takeDue(now);
    for (const { pluginId, event } of due) await this.#ask("cron", event, { plugin: pluginId });
    return due.length;
  }

  /** Asks the plugins of a hook, and waits for those too that only look on. */
  async #ask(hook: string, payload: JsonObject, options: Parameters<PluginHost["runHook"]>[2] = {}): Promise<readonly JsonValue[]> {
    const { values, observed } = (await this.#host?.runHook(hook, payload, options)) ?? { values: [], observed: Promise.resolve([]) };
    await observed;
    return values.map(({ value }) => value);
  }
}

function changedMail(message: EmailMessage, values: readonly JsonValue[]): EmailMessage {
  const changed = emailMessageSchema.safeParse(mergeChanges({ ...message }, values));
  if (!changed.success) throw new AmbitError("REFUSED", "The mail was held back: a plugin made something of it that is no mail.");
  return changed.data;
}

function mailFailed(code: "REFUSED" | "CAPABILITY_FAILED", what: string, error: unknown): never {
  if (!AmbitError.isInstance(error)) throw error;
  throw new AmbitError(code, `The mail was ${what}: ${error.message}`, { cause: error });
}

/** An entry as hooks get it: its fields beside its own. */
function flat({ data, ...own }: ContentItem): JsonObject {
  return { ...data, ...own };
}
