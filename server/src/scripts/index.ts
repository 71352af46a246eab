import { NO_SCRIPTS, type ScriptSettings } from '@portico/contract/script-settings.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { scriptsAt } from './read-scripts.ts'

export { readScripts } from './read-scripts.ts'

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
