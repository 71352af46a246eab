import * as z from 'zod/mini'
import { balance } from './balance.ts'
import { CURRENCY_CODES } from './currency.ts'
import { get } from './endpoint.ts'
import { checkedInvitation } from './invitation.ts'
import { LANGUAGES } from './language.ts'
import { notice } from './notices.ts'
import { PROVIDERS } from './providers.ts'
import { scriptSettings } from './script-settings.ts'
import { THEME_VIEWS, user } from './user.ts'
import { brand } from './whitelabel.ts'

/** Everything the page needs before its first paint. It is embedded in the HTML, so no request is needed. */
export const boot = z.object({
  brand,
  language: z.enum(LANGUAGES),
  theme_view: z.enum(THEME_VIEWS),
  user: z.nullable(user),
  credits: z.nullable(balance),
  /** The currency of all money. */
  currency: z.enum(CURRENCY_CODES),
  production: z.boolean(),
  /** The audiences this host serves. */
  serves: z.object({ staff: z.boolean(), customers: z.boolean() }),
  /** OAuth providers offered here. */
  providers: z.array(z.enum(PROVIDERS)),
  password_min: z.number(),
  /** Name of the staff member who acts as this user; null for the user's own session. */
  impersonated_by: z.nullable(z.string()),
  /** What an opened link asks the visitor to fill in or to confirm. */
  staged_email: z.nullable(z.string()),
  /** The invitation in this address, as it applies to a visitor; null when there is none in it. */
  invitation: z.nullable(checkedInvitation),
  /** True where the owner's address had its trial credit with an earlier account. */
  had_trial: z.boolean(),
  notices: z.array(notice),
  /** True where a community platform is configured. */
  community: z.boolean(),
  scripts: scriptSettings,
  /** The offline worker: `always` also on plain http; `off` takes it away from browsers that have it. */
  worker: z.enum(['on', 'off', 'always']),
  /** True in the document a browser stores for use without a connection. */
  offline: z.boolean(),
  /** Language → content hash of its translation file. */
  messages: z.record(z.string(), z.string()),
})
export type Boot = z.infer<typeof boot>

export const booting = {
  boot: get('/api/boot', { caller: 'public', input: z.strictObject({}), output: boot, background: true }),
}
