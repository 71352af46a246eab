import {
  RECHARGE_FAILURES_MAX,
  RECHARGES_MAX,
  RECHARGES_WITHIN_DAYS,
  type RechargeInfo,
  recharge,
} from '@portico/contract/recharge.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FormDialog } from '#forms/form-dialog.tsx'
import { useInlineForm } from '#forms/use-inline-form.ts'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { call } from '#lib/api.ts'
import { Link } from '#lib/link.tsx'
import { paths } from '#lib/paths.ts'
import { buttonClass } from '#ui/input/button.tsx'
import { Select } from '#ui/input/select.tsx'
import { Banner } from '#ui/show/banner.tsx'
import { MoneyField } from '../money-field.tsx'
import { rechargeQuery } from './recharge-query.ts'
import { rechargeTexts, rechargeValues, settingsFrom } from './recharge-values.ts'

export function RechargeDialog({ info, onClose }: { info: RechargeInfo; onClose: () => void }) {
  const t = useT()
  const { short } = useMoney()
  const client = useQueryClient()
  const toast = useToast()
  const texts = rechargeTexts(info)
  const bounds = t('From {least} to {most}', { least: short(info.min_micros), most: short(info.max_micros) })
  const schema = useMemo(() => rechargeValues(info, bounds), [info, bounds])
  const form = useInlineForm(schema, async (values) => {
    const saved = await call(recharge.saveRecharge, settingsFrom(values))
    client.setQueryData(rechargeQuery.queryKey, saved)
    toast.good('Auto-recharge is on.')
    onClose()
    await client.invalidateQueries({ queryKey: ['recharge'] })
    await client.invalidateQueries({ queryKey: ['dashboard', 'states'] })
  })
  return (
    <FormDialog title={t('Auto-recharge')} action={t('Save and turn on')} width={480} form={form} onClose={onClose}>
      {info.methods.length === 0 && (
        <Banner
          tone="warn"
          action={
            <Link to={`${paths.payments}?tab=methods`} className={buttonClass({ size: 'small' })}>
              {t('Payment methods')}
            </Link>
          }
        >
          {t('Save a payment method first: pay once and save the method, or add one under Payment methods.')}
        </Banner>
      )}
      <MoneyField
        label={t('Balance below')}
        name="threshold"
        defaultValue={texts.threshold}
        error={form.wrong('threshold')}
      />
      <MoneyField
        label={t('Charge')}
        name="amount"
        defaultValue={texts.amount}
        hint={bounds}
        error={form.wrong('amount')}
      />
      <Select
        label={t('Payment method')}
        name="method"
        defaultValue={texts.method}
        options={[
          { value: '', label: t('Default method') },
          ...info.methods.map(({ id, label }) => ({ value: id, label })),
        ]}
        noMessage
      />
      <MoneyField
        label={t('Monthly ceiling')}
        optional
        name="month_max"
        defaultValue={texts.month_max}
        hint={t('The most that is charged in a calendar month (UTC). Leave empty for no ceiling.')}
        error={form.wrong('month_max')}
      />
      <p>
        {t(
          'At most once a day and {count} times in {days} days. After {failures} failed charges in a row it turns itself off.',
          { count: RECHARGES_MAX, days: RECHARGES_WITHIN_DAYS, failures: RECHARGE_FAILURES_MAX },
        )}
      </p>
    </FormDialog>
  )
}
