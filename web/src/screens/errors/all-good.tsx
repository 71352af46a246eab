import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { buttonClass } from '#ui/input/button.tsx'
import { Card } from '#ui/show/card.tsx'
import { Empty } from '#ui/show/empty.tsx'
import { utcDay } from '#ui/text/utc-days.ts'
import type { Errors } from './use-errors.ts'

/** No error at all is news, too. */
export function AllGood({ errors, sandbox }: { errors: Errors; sandbox: number }) {
  const t = useT()
  const isToday = errors.filter.from === utcDay(errors.now_ms)
  return (
    <Card>
      <Empty
        icon="check-circle"
        title={isToday ? t('No errors today') : t('No errors in this period')}
        action={
          sandbox > 0 && (
            <Link to={errors.linkTo({ environment: 'sandbox' })} className={buttonClass({ size: 'small' })}>
              {t('{count, plural, one {Show # sandbox error} other {Show # sandbox errors}}', {
                count: sandbox,
              })}
            </Link>
          )
        }
      >
        {t('All requests with this login succeeded. Failed requests appear here, with the cause and how to fix it.')}
      </Empty>
    </Card>
  )
}
