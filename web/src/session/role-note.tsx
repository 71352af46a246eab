import { type Action, may, rolesThatMay } from '@portico/contract/permissions.ts'
import { ROLE_NAMES } from '@portico/contract/role.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { useUser } from './session.ts'

/** The reason why something cannot be changed, and who can; empty for users who may. */
export function RoleNote({ action }: { action: Action }) {
  const { t, language } = useI18n()
  const role = useUser()?.role
  if (!role || may(role, action)) return null
  const names = rolesThatMay(action).map((able) => t(ROLE_NAMES[able]))
  return (
    <Banner>
      {t('Your role here ({role}) does not allow changing this. These roles can: {roles}.', {
        role: t(ROLE_NAMES[role]),
        roles: new Intl.ListFormat(language, { type: 'unit' }).format(names),
      })}
    </Banner>
  )
}
