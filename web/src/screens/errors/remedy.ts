import type { MessageKey } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'

export interface Remedy {
  label: MessageKey
  to: string
}

const FUNDS: Remedy = { label: 'Add funds', to: paths.addFunds }
const DUPLICATES: Remedy = { label: 'Review setting', to: `${paths.apiSettings}#duplicates` }
const REMEDIES: Partial<Record<number, Remedy>> = {
  40100: { label: 'Go to API Access', to: paths.apiAccess },
  40200: FUNDS,
  40203: { label: 'Change limit', to: paths.apiSettingsLimits },
  40204: { label: 'Activate', to: paths.apiAccessSubscription },
  40205: DUPLICATES,
  40206: DUPLICATES,
  40207: { label: 'Go to IP access', to: `${paths.apiAccess}#ip-access` },
  40210: FUNDS,
}

/** The one button that ends this error, where a setting of one's own can. */
export function remedyOf(code: number): Remedy | undefined {
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code] : undefined
}
