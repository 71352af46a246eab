import { NO_SCRIPTS, type ScriptSettings } from '@portico/contract/script-settings.ts'
import { readConsent } from '@portico/contract/scripts.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { scriptsAt } from './read-scripts.ts'

export { readScripts, scriptsAt } from './read-scripts.ts'

/**
 * Third-party scripts: the configured ones, the frames they are confined to, and the identity the chat gets. None of
 * them ever runs in a page of ours.
 */
export function scriptsFor({
  scripts,
  session,
  serves,
  brand,
}: Pick<RequestCtx, 'scripts' | 'session' | 'serves' | 'brand'>): ScriptSettings {
  // Staff in a customer's account, or on their own host, are not customers: the page does not even learn that there are
  // scripts.
  if (!serves.customers || (session && session.staff_id !== null)) return NO_SCRIPTS
  const { frame_origin, asks, revision, parties } = scriptsAt(scripts, brand)
  return {
    frame_origin: frame_origin?.origin ?? null,
    asks,
    revision,
    parties: parties.map(({ name, kind, id, category, in_development }) => ({
      name,
      kind,
      id,
      category,
      in_development,
    })),
  }
}

/** True where the page of this request reports events: analytics is configured, and this browser has agreed to it. */
export function countsEvents(ctx: Pick<RequestCtx, 'scripts' | 'session' | 'serves' | 'brand' | 'request'>): boolean {
  const { revision, parties } = scriptsFor(ctx)
  const consent = readConsent(ctx.request.consent)
  const analytics = parties.find(({ name }) => name === 'analytics')
  if (!analytics || consent?.revision !== revision) return false
  return consent.categories.includes(analytics.category)
}
