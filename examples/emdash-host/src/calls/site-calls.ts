import { type CapabilityCall, defineCapabilityCall, jsonObjectSchema } from "@ambit/api-types";
import { z } from "zod";
import type { CronTasks } from "../site/cron-tasks.ts";
import type { SiteInfo } from "../site/emdash-site.ts";

const taskName = z.string().min(1).max(100);

/** What every plugin may know and do: the site's name and address, and tasks of its own. */
export function basicCalls(info: SiteInfo, cron: CronTasks): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "site/info",
      summary: "Tells name, address and language of the site.",
      params: z.strictObject({}),
      result: z.object({ name: z.string(), url: z.string(), locale: z.string() }),
      writes: false,
      example: {},
      run: () => info,
    }),
    defineCapabilityCall({
      method: "cron/schedule",
      summary: "Has the plugin's hook `cron` run at a time, or again and again.",
      params: z.strictObject({ name: taskName, schedule: z.string().min(1).max(100), data: jsonObjectSchema.exactOptional() }),
      result: z.null(),
      writes: true,
      example: { name: "digest", schedule: "0 8 * * 1" },
      run: ({ name, schedule, data }, { plugin }) => {
        cron.schedule(plugin.id, name, schedule, data ?? {});
        return null;
      },
    }),
    defineCapabilityCall({
      method: "cron/cancel",
      summary: "Cancels a task.",
      params: z.strictObject({ name: taskName }),
      result: z.null(),
      writes: true,
      example: { name: "digest" },
      run: ({ name }, { plugin }) => {
        cron.cancel(plugin.id, name);
        return null;
      },
    }),
    defineCapabilityCall({
      method: "cron/list",
      summary: "Lists the plugin's tasks.",
      params: z.strictObject({}),
      result: z.array(z.object({ name: z.string(), schedule: z.string(), nextRunAt: z.string(), lastRunAt: z.string().nullable() })).readonly(),
      writes: false,
      example: {},
      run: (_params, { plugin }) => cron.list(plugin.id),
    }),
  ];
}
