import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './settings.ts'
import { oneOf } from './values.ts'

export interface BotCheckEnv {
  kind: 'proof-of-work' | 'turnstile' | 'recaptcha' | 'off'
  site_key: string
  secret: string
  url: string | undefined
}

export function readBotCheck(get: (name: Name) => string | undefined, production: boolean): BotCheckEnv {
  const kinds = ['proof-of-work', 'turnstile', 'recaptcha', 'off'] as const
  const wanted = oneOf('BOT_CHECK', get('BOT_CHECK') ?? 'proof-of-work', [...kinds])
  const kind = kinds.find((known) => known === wanted) ?? 'proof-of-work'
  if (kind === 'off' && production) throw startProblem('BOT_CHECK cannot be off in production.')
  const [site_key = '', secret = ''] = [get('BOT_CHECK_SITE_KEY'), get('BOT_CHECK_SECRET')]
  if ((kind === 'turnstile' || kind === 'recaptcha') && (!site_key || !secret))
    throw startProblem(`BOT_CHECK=${kind} needs BOT_CHECK_SITE_KEY and BOT_CHECK_SECRET.`)
  return { kind, site_key, secret, url: get('BOT_CHECK_URL') }
}
