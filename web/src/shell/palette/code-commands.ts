import { KNOWN_CODES } from '@portico/contract/code-facts.ts'
import { isAllowed } from '@portico/contract/menu.ts'
import type { User } from '@portico/contract/user.ts'
import type { Translator } from '#i18n/i18n.tsx'
import { navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import type { Command } from './command.ts'

/** Every code of the data API, by its number, with its entry in the code reference. */
export function codeCommands({ modules }: Pick<User, 'modules'>, t: Translator['t']): Command[] {
  if (!isAllowed(paths.apiErrors, modules)) return []
  return KNOWN_CODES.map((code) => ({
    id: `code-${code}`,
    group: 'codes',
    icon: 'alert',
    label: t('Error code {code}', { code: String(code) }),
    isDeep: true,
    run: () => navigate(`${paths.apiErrors}#${code}`),
  }))
}
