import { useT } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { utcDay } from '#ui/utc-days.ts'
import type { Errors } from './use-errors.ts'

/** No error at all is news, too. */
export function AllGood({ errors, sandbox }: { errors: Errors; sandbox: number }) {
  const t = useT()
  const isToday = errors.filter.from === utcDay(errors.now_ms)
  return (
    <Card>
      <Empty
        icon="check-circle"
        title={isToday ? t('No errors today') : t('No errors in these days')}
        action={
          sandbox > 0 && (
            <Link to={errors.linkTo({ environment: 'sandbox' })} className={buttonClass({ size: 'small' })}>
              {t('{count, plural, one {Show # error of the sandbox} other {Show # errors of the sandbox}}', {
                count: sandbox,
              })}
            </Link>
          )
        }
      >
        {t('Every request of this login was answered as asked. What fails will stand here with its cause and its fix.')}
      </Empty>
    </Card>
  )
}
