import { deviceOf } from '@portico/contract/device.ts'
import type { Translator } from '#i18n/i18n.tsx'

export function deviceName(user_agent: string, t: Translator['t']): string {
  const { browser, system } = deviceOf(user_agent)
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('Unknown device')
}
