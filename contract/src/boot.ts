import * as z from 'zod/mini'
import { balance } from './balance.ts'
import { CURRENCY_CODES } from './currency.ts'
import { endpoint } from './endpoint.ts'
import { checkedInvitation } from './invitation.ts'
import { LANGUAGES } from './language.ts'
import { notice } from './notices.ts'
import { PROVIDERS } from './providers.ts'
import { scriptSettings } from './script-settings.ts'
import { THEME_VIEWS, user } from './user.ts'
import { brand } from './whitelabel.ts'

/** All the page needs before its first paint; it stands in the HTML itself, so nothing is asked for. */
export const boot = z.object({
  brand,
  language: z.enum(LANGUAGES),
  theme_view: z.enum(THEME_VIEWS),
  user: z.nullable(user),
  credits: z.nullable(balance),
  /** What all money is in. */
  currency: z.enum(CURRENCY_CODES),
  production: z.boolean(),
  /** Whom this host is for. */
  serves: z.object({ staff: z.boolean(), customers: z.boolean() }),
  /** Third parties one can sign in with here. */
  providers: z.array(z.enum(PROVIDERS)),
  password_min: z.number(),
  /** Name of the staff member who acts as this user, when it is not the user. */
  impersonated_by: z.nullable(z.string()),
  /** What an opened link asks to be filled in or answered. */
  staged_email: z.nullable(z.string()),
  /** What the invitation in this address is worth to a visitor; null when there is none in it. */
  invitation: z.nullable(checkedInvitation),
  /** While nothing has been paid: what is left of what was given for trying out. */
  /** 0 of 0 where the address had its trial credit with an earlier account. */
  trial: z.nullable(z.object({ left_micros: z.number(), total_micros: z.number() })),
  notices: z.array(notice),
  /** Whether there is a community platform to go to. */
  community: z.boolean(),
  scripts: scriptSettings,
  /** The offline worker: `always` also on plain http; `off` takes it away from browsers that have it. */
  worker: z.enum(['on', 'off', 'always']),
  /** This is the document a browser keeps for the time without a connection. */
  offline: z.boolean(),
  /** Language → content hash of its translation file. */
  messages: z.record(z.string(), z.string()),
})
export type Boot = z.infer<typeof boot>

export const booting = {
  boot: endpoint({
    method: 'GET',
    path: '/api/boot',
    caller: 'public',
    input: z.strictObject({}),
    output: boot,
    background: true,
  }),
}
