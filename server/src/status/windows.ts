import { LANGUAGES, type Language } from '@portico/contract/language.ts'
import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import type { Catalogue } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { apiTitle } from '#function-names/index.ts'
import { textsIn } from '#i18n/translate.ts'
import { updatesOf } from './incident-store.ts'
import { incidentsOf } from './judge.ts'
import { formatsFor, headingOf } from './language.ts'
import { subscriberCount } from './subscriber-store.ts'
import { insertAnnouncement, lastAnnouncement } from './window-store.ts'
import { UPDATES, WINDOWS } from './words.ts'

type Times = { starts_at: Date; ends_at: Date }
interface Preview {
  language: Language
  heading: string
  state: string
  sentence: string
}

/** Queues a mail about a window to all subscribers; the job writes it. Returns how many they are. */
export async function announceWindow(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { id, ...window }: Times & { id: string; text: string | null },
): Promise<number> {
  const before = await lastAnnouncement(ctx.db, id)
  const kind = before && before.kind !== 'cancelled' ? ('changed' as const) : ('planned' as const)
  await insertAnnouncement(ctx.db, { notice: id, kind, ...window, at: ctx.clock.now() })
  return subscriberCount(ctx.db)
}

/** Those who have a mail about the window get another one, unless it is over. */
export async function cancelWindow(ctx: Pick<Ctx, 'db' | 'clock'>, id: string): Promise<void> {
  const last = await lastAnnouncement(ctx.db, id)
  const at = ctx.clock.now()
  if (!last || last.kind === 'cancelled' || last.ends_at <= at) return
  const { starts_at, ends_at } = last
  await insertAnnouncement(ctx.db, { notice: id, kind: 'cancelled', starts_at, ends_at, text: null, at })
}

/** Texts about a window, as the page and the mail have them. */
export function windowTexts(
  language: Language,
  { starts_at, ends_at }: Times,
  kind: 'planned' | 'changed' | 'cancelled',
) {
  const t = textsIn(language)
  const { moment } = formatsFor(language)
  const [from, to] = [moment(starts_at), moment(ends_at)]
  const sentence =
    kind === 'cancelled'
      ? t('The maintenance planned from {from} will not take place.', { from })
      : t('From {from} to {to}. Calls can fail during this time.', { from, to })
  return { heading: t('Planned maintenance'), state: t(WINDOWS[kind]), sentence }
}

export function previewWindow(window: Times): Preview[] {
  return LANGUAGES.map((language) => ({ language, ...windowTexts(language, window, 'planned') }))
}

/** As the next update of the incident would read; its heading names the worst that it ever was. */
export async function previewIncident(
  ctx: Pick<Ctx, 'db' | 'clock'> & { catalogue: Catalogue },
  next: { id: string; state: IncidentState; impact: Impact; apis: string[] },
): Promise<Preview[]> {
  const { id: incident, ...update } = next
  const before = await updatesOf(ctx.db, incident)
  const updates = [...before, { ...update, incident, id: 0, at: ctx.clock.now(), texts: {} }]
  const [judged] = incidentsOf({ updates })
  return LANGUAGES.flatMap((language) => {
    const t = textsIn(language)
    const { label, sentence } = UPDATES[next.state]
    const heading = judged && headingOf(judged, (api) => apiTitle(ctx.catalogue, api), t)
    return heading ? [{ language, heading, state: t(label), sentence: t(sentence) }] : []
  })
}
