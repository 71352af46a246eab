import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import { DAY_MS, MINUTE_MS, utcDay } from '@portico/contract/time.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type AnswerCounter, openAnswerCounter } from './answer-counter.ts'
import { addCounts, deleteOldMinutes, fillHistory } from './count-store.ts'
import { deleteIncident, insertUpdate, updatesOf, updatesSince } from './incident-store.ts'
import { type Incident, incidentsOf } from './judge.ts'
import { mailUpdates } from './mail-updates.ts'
import { mailWindows } from './mail-windows.ts'
import { openStatusReader, type StatusReader } from './read-status.ts'
import { HISTORY_DAYS } from './snapshot.ts'
import { subscriberCount } from './subscriber-store.ts'

export { judgeApi, type Source } from './judge.ts'
export { downCheck, sourceOf } from './source.ts'
export { announcedNames } from './window-store.ts'
export { announceWindow, cancelWindow, previewIncident, previewWindow } from './windows.ts'

const MINUTES_STORED = 120

export interface Status extends StatusReader, Pick<AnswerCounter, 'count'> {
  /** Job: writes what was counted, mails updates to subscribers, and reads the state of all instances. */
  run(): Promise<void>
  /** Writes what was counted, when the process stops. */
  flush(): Promise<void>
}

/** The state of the data API for its customers. */
export function openStatus(
  ctx: Pick<Ctx, 'db' | 'clock' | 'planned' | 'log' | 'env' | 'keys' | 'sites'> & { catalogue: Catalogue },
): Status {
  const counter = openAnswerCounter(ctx)
  const reader = openStatusReader(ctx)
  let has_history = false
  const flush = async () => {
    const rows = counter.take()
    try {
      if (rows.length > 0) await addCounts(ctx.db, rows)
    } catch (error) {
      counter.giveBack(rows)
      throw error
    }
  }
  return {
    ...reader,
    count: counter.count,
    flush,
    async run() {
      const now = ctx.clock.now()
      if (!has_history) {
        await fillHistory(ctx.db, utcDay(new Date(now.getTime() - HISTORY_DAYS * DAY_MS)), utcDay(now))
        has_history = true
      }
      await flush()
      await deleteOldMinutes(ctx.db, new Date(now.getTime() - MINUTES_STORED * MINUTE_MS))
      await mailUpdates(ctx)
      await mailWindows(ctx)
      await reader.refresh()
    },
  }
}

/** Adds an update; one that names neither impact nor APIs leaves them as they were. */
export async function updateIncident(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  given: {
    id: string
    state: IncidentState
    impact: Impact | undefined
    apis: string[] | undefined
    texts: Record<string, string>
  },
): Promise<{ id: string; updates: number; mails: number }> {
  const before = await updatesOf(ctx.db, given.id)
  const last = before.at(-1)
  await insertUpdate(ctx.db, {
    incident: given.id,
    at: ctx.clock.now(),
    state: given.state,
    impact: given.impact ?? last?.impact ?? 'degraded',
    apis: given.apis ?? last?.apis ?? [],
    texts: given.texts,
  })
  return { id: given.id, updates: before.length + 1, mails: await subscriberCount(ctx.db) }
}

export async function listIncidents(
  ctx: Pick<Ctx, 'db' | 'clock'>,
): Promise<{ incidents: Incident[]; subscribers: number }> {
  const since = new Date(ctx.clock.now().getTime() - HISTORY_DAYS * DAY_MS)
  return {
    incidents: incidentsOf({ updates: await updatesSince(ctx.db, since) }),
    subscribers: await subscriberCount(ctx.db),
  }
}

export function removeIncident(ctx: Pick<Ctx, 'db'>, id: string): Promise<number> {
  return deleteIncident(ctx.db, id)
}
