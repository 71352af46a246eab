import type { SpendLimit } from '@portico/contract/settings.ts'
import type { ReactNode } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useTimes } from '#page/times.ts'
import { classNames } from '#ui/class-names.ts'
import { Meter } from '#ui/show/meter.tsx'
import { paceOf } from './day-clock.ts'
import styles from './settings.module.css'

const NEAR = 0.8

/** Today's spending against its limit, and where it is heading. */
export function SpendMeter({ label, limit }: { label: ReactNode; limit: SpendLimit }) {
  const t = useT()
  const { exact } = useMoney()
  const { limit_micros, spent_micros } = limit
  const spent = exact(spent_micros)
  const pace = paceOf(limit)
  const { both } = useTimes()
  if (limit_micros === null) return <Meter label={label} value={0} max={0} text={t('{spent}, no limit', { spent })} />
  const isNear = spent_micros >= limit_micros * NEAR
  return (
    <div>
      <Meter
        label={label}
        value={spent_micros}
        max={limit_micros}
        text={t('{spent} of {limit}', { spent, limit: exact(limit_micros) })}
        tone={pace.state === 'reached' ? 'bad' : isNear ? 'warn' : 'accent'}
      />
      {pace.state === 'reached' && (
        <p className={classNames(styles.pace, styles.reached)}>
          {t('Reached: paid requests are refused until the reset.')}
        </p>
      )}
      {pace.state === 'expected' && (
        <p
          className={classNames(styles.pace, styles.note)}
          title={limit.expected_at ? both(limit.expected_at) : undefined}
        >
          {t('At today’s pace, it will be reached around {time} UTC.', { time: pace.at })}
        </p>
      )}
    </div>
  )
}
