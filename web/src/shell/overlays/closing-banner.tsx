import { may } from '@portico/contract/permissions.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { useTimes } from '#page/times.ts'
import { useKeepAccount } from '#session/keep-account.ts'
import { useUser } from '#session/session.ts'
import { Button } from '#ui/input/button.tsx'
import { Banner } from '#ui/show/banner.tsx'

/** On every page while the account is being closed: until when, and the way back for its owners. */
export function ClosingBanner() {
  const { t } = useI18n()
  const { both } = useTimes()
  const user = useUser()
  const keep = useKeepAccount()
  if (!user?.closes_at) return null
  return (
    <Banner
      tone="bad"
      strip
      action={
        may(user.role, 'close_account') && (
          <Button size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
            {t('Cancel the closing')}
          </Button>
        )
      }
    >
      {t('This account is being closed: API calls are refused, and its data is erased on {time}.', {
        time: both(user.closes_at),
      })}
    </Banner>
  )
}
