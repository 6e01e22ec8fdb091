import { AmbitError, type JsonObject } from "@ambit/api-types";
import { Cron } from "croner";

/** A task as the plugin that scheduled it sees it. */
export interface CronTask {
  readonly name: string;
  /** A cron expression, or a time as an ISO text for once. */
  readonly schedule: string;
  readonly nextRunAt: string;
  readonly lastRunAt: string | null;
}

/** A task that is due. */
export interface DueTask {
  readonly pluginId: string;
  readonly event: { readonly name: string; readonly data: JsonObject; readonly scheduledAt: string };
}

interface Kept {
  readonly task: CronTask;
  readonly data: JsonObject;
}

/** Most tasks of one plugin. */
const MOST_TASKS = 100;

/** The tasks that plugins scheduled, in memory. Whoever owns it asks now and then what is due. */
export class CronTasks {
  readonly #plugins = new Map<string, Map<string, Kept>>();

  /** @throws AmbitError `REFUSED` for a schedule that is none or never comes, or for too many tasks. */
  schedule(pluginId: string, name: string, schedule: string, data: JsonObject, now: Date = new Date()): void {
    const tasks = this.#plugins.get(pluginId) ?? new Map<string, Kept>();
    if (!tasks.has(name) && tasks.size >= MOST_TASKS) throw new AmbitError("REFUSED", `A plugin may have at most ${MOST_TASKS} tasks.`);
    const next = nextRun(schedule, now);
    if (next === undefined) throw new AmbitError("REFUSED", `The schedule "${schedule}" never comes.`);
    this.#plugins.set(pluginId, tasks.set(name, { data, task: { name, schedule, nextRunAt: next, lastRunAt: null } }));
  }

  cancel(pluginId: string, name: string): void {
    this.#plugins.get(pluginId)?.delete(name);
  }

  list(pluginId: string): readonly CronTask[] {
    return [...(this.#plugins.get(pluginId)?.values() ?? [])].map(({ task }) => task);
  }

  /** Takes what is due; a task whose schedule comes again is kept for its next time. */
  takeDue(now: Date): readonly DueTask[] {
    const due: DueTask[] = [];
    for (const [pluginId, tasks] of this.#plugins) {
      for (const [name, { task, data }] of tasks) {
        if (Date.parse(task.nextRunAt) > now.getTime()) continue;
        due.push({ pluginId, event: { name, data, scheduledAt: task.nextRunAt } });
        const next = nextRun(task.schedule, now);
        if (next === undefined) tasks.delete(name);
        else tasks.set(name, { data, task: { ...task, nextRunAt: next, lastRunAt: now.toISOString() } });
      }
    }
    return due;
  }
}

function nextRun(schedule: string, after: Date): string | undefined {
  try {
    return new Cron(schedule, { paused: true }).nextRun(after)?.toISOString();
  } catch {
    throw new AmbitError("REFUSED", `"${schedule}" is no schedule: write a cron expression, or a time as an ISO text.`);
  }
}
