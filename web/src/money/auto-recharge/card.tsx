import {
  RECHARGE_FAILURES_MAX,
  RECHARGES_MAX,
  RECHARGES_WITHIN_DAYS,
  type RechargeInfo,
  recharge,
} from '@portico/contract/recharge.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#forms/use-action.ts'
import { useCardFocus } from '#forms/use-card-focus.ts'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { useLocation } from '#lib/location.ts'
import { useTimes } from '#page/times.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'
import { LoadError } from '#ui/show/load-error.tsx'
import { SkeletonText } from '#ui/show/skeleton.tsx'
import styles from './auto-recharge.module.css'
import { rechargeQuery } from './recharge-query.ts'

/** It contains the form, which is not needed just to look. */
const loadDialog = async () => (await import('./recharge-dialog.tsx')).RechargeDialog

/** The on-demand subscription of the active login, for who pays. */
export function AutoRechargeCard() {
  const t = useT()
  const { data, isError, isFetching, refetch } = useQuery(rechargeQuery)
  const [isOpen, setOpen] = useState(false)
  useCardFocus(useLocation().hash.slice(1), data !== undefined)
  const off = useAction({
    work: () => call(recharge.turnOff, {}),
    done: 'Auto-recharge is off.',
    changes: ['recharge'],
  })
  return (
    <Card
      id="auto-recharge"
      title={t('Auto-recharge')}
      note={t('Charges a saved payment method when the balance falls below a threshold.')}
      actions={data && <StateBadge info={data} />}
      footer={
        data && (
          <>
            {data.is_on && (
              <Button busy={off.isPending} onClick={() => off.mutate()}>
                {t('Turn off')}
              </Button>
            )}
            <Button tone={data.is_on ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
              {data.has_failed ? t('Update method') : data.is_on ? t('Change') : t('Set up')}
            </Button>
          </>
        )
      }
    >
      {!data && isError && <LoadError busy={isFetching} onRetry={refetch} />}
      {!data && !isError && <SkeletonText lines={3} />}
      {data && <RechargeFacts info={data} />}
      {data && isOpen && (
        <Lazy key={data.login} load={loadDialog} props={{ info: data, onClose: () => setOpen(false) }} waiting={null} />
      )}
    </Card>
  )
}

function StateBadge({ info: { is_on, has_failed } }: { info: RechargeInfo }) {
  const t = useT()
  if (is_on)
    return (
      <Badge tone="good" dot>
        {t('On')}
      </Badge>
    )
  return has_failed ? (
    <Badge tone="bad" dot>
      {t('Stopped')}
    </Badge>
  ) : (
    <Badge>{t('Off')}</Badge>
  )
}

function RechargeFacts({ info }: { info: RechargeInfo }) {
  const t = useT()
  const { short } = useMoney()
  const { both } = useTimes()
  const { settings, is_on, has_failed, failed_label, failures, retry_at, methods, charges, month_micros } = info
  const chosen = methods.find(({ id, is_default }) => (settings?.method_id ? id === settings.method_id : is_default))
  return (
    <div className={styles.stack}>
      {has_failed && (
        <Banner tone="bad">
          {failed_label
            ? t('We could not charge {method}. Auto-recharge is off.', { method: failed_label })
            : t('There was no payment method to charge. Auto-recharge is off.')}
        </Banner>
      )}
      {is_on && failures > 0 && (
        <Banner tone="warn">
          {t('The last charge failed. We will try again on {date}.', { date: both(retry_at ?? new Date()) })}
        </Banner>
      )}
      {!settings || (!is_on && !has_failed) ? (
        <p>
          {t(
            'At most once a day and {count} times in {days} days. After {failures} failed charges in a row it turns itself off.',
            { count: RECHARGES_MAX, days: RECHARGES_WITHIN_DAYS, failures: RECHARGE_FAILURES_MAX },
          )}
        </p>
      ) : (
        <KeyValues
          dense
          items={[
            {
              key: 'below',
              label: t('Balance below'),
              value: short(settings.threshold_micros),
              numeric: true,
            },
            { key: 'amount', label: t('Charge'), value: short(settings.amount_micros), numeric: true },
            { key: 'method', label: t('Pay with'), value: chosen?.label ?? t('None') },
            {
              key: 'month',
              label: t('Charged this month (UTC)'),
              value: settings.month_max_micros
                ? t('{spent} of {limit}', { spent: short(month_micros), limit: short(settings.month_max_micros) })
                : short(month_micros),
              numeric: true,
            },
            {
              key: 'charges',
              label: t('Charges in the last {days} days', { days: RECHARGES_WITHIN_DAYS }),
              value: t('{spent} of {limit}', { spent: charges, limit: RECHARGES_MAX }),
              numeric: true,
            },
          ]}
        />
      )}
    </div>
  )
}
