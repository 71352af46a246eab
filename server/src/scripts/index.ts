import { NO_SCRIPTS, type ScriptSettings } from '@portico/contract/script-settings.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { scriptsAt } from './read-scripts.ts'

export { readScripts } from './read-scripts.ts'

/**
 * Scripts of others: which ones an operator wants, the frames they are shut into, and who the chat may know.
 * None of them ever runs in a page of ours.
 */
export function scriptsFor({
  scripts,
  session,
  serves,
  brand,
}: Pick<RequestCtx, 'scripts' | 'session' | 'serves' | 'brand'>): ScriptSettings {
  // Staff in a customer's account, or on their own host, are nobody's customer: the page is not even told that there are any.
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
