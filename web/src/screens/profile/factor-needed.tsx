import type { ProfileInfo } from '@portico/contract/profile.ts'
import { users } from '@portico/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useSession, useUser } from '#session/session.ts'
import { Banner } from '#ui/show/banner.tsx'

/** Why nothing else is open: the team demands a second factor. Once there is one, the rest of the page comes back. */
export function FactorNeeded({ info }: { info: ProfileInfo }) {
  const t = useT()
  const session = useSession()
  const login = useUser()?.api_login ?? ''
  const hasFactor = info.two_factor?.since !== null || (info.passkeys?.length ?? 0) > 0
  useQuery({
    queryKey: ['user-after-factor'],
    enabled: hasFactor,
    queryFn: async () => {
      const { user } = await call(users.getUpdatedUserObject, {})
      session.update(user)
      return user.needs_factor
    },
  })
  return (
    <Banner tone="warn">
      {t(
        'The team of {login} requires a second factor. Turn on two-factor authentication or add a passkey to continue. Until then you can only work on other logins.',
        { login },
      )}
    </Banner>
  )
}
