import { may } from '@portico/contract/permissions.ts'
import { ERROR_RATE_FEWEST_CALLS, type SettingsInfo, settings } from '@portico/contract/settings.ts'
import { useId } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { ProblemNote } from '#session/problem-note.tsx'
import { RoleNote } from '#session/role-note.tsx'
import { SaveActions } from '#session/save-actions.tsx'
import { useInlineForm } from '#session/use-inline-form.ts'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import { Card } from '#ui/show/card.tsx'
import { alertsFrom, alertTexts, alertValues, PERCENTS } from './alert-values.ts'
import styles from './settings.module.css'
import { useSaved } from './settings-query.ts'

export function AlertsCard({ info: { alerts, role } }: { info: SettingsInfo }) {
  const { t, language } = useI18n()
  const saved = useSaved()
  const canChange = may(role, 'manage_alerts')
  const id = useId()
  const texts = alertTexts(alerts)
  const share = new Intl.NumberFormat(language, { style: 'percent' })
  const form = useInlineForm(alertValues, async (values) => {
    saved(await call(settings.saveAlerts, alertsFrom(values)), 'The alerts were saved.')
  })
  const field = { autoComplete: 'off', disabled: !canChange }
  return (
    <Card
      id="alerts"
      title={t('Alerts')}
      note={t('We e-mail you when any of these happens. Leave a field empty to turn its alert off.')}
      className={styles.card}
      footer={canChange && <SaveActions form={form} id={id} />}
    >
      <form {...form.props} id={id} className={styles.stack}>
        <RoleNote action="manage_alerts" />
        <div className={styles.fields}>
          <Field
            {...field}
            label={t('Balance below')}
            name="balance"
            prefix="$"
            inputMode="decimal"
            defaultValue={texts.balance}
            error={form.wrong('balance')}
          />
          <Field
            {...field}
            label={t('Days left below')}
            name="days"
            inputMode="numeric"
            defaultValue={texts.days}
            hint={t('Based on your 7-day average, from 1 to 90.')}
            error={form.wrong('days')}
          />
          <Field
            {...field}
            label={t('Error rate above')}
            name="rate"
            suffix="%"
            inputMode="numeric"
            defaultValue={texts.rate}
            hint={t(
              'Over one hour, from 1 to 100. No alert is sent if there are fewer than {count} requests in that hour.',
              {
                count: ERROR_RATE_FEWEST_CALLS,
              },
            )}
            error={form.wrong('rate')}
          />
          <fieldset className={styles.percents} disabled={!canChange}>
            <legend className={styles.legend}>{t('Daily limit used')}</legend>
            {PERCENTS.map((percent) => (
              <Checkbox
                key={percent}
                name={`percent_${percent}`}
                label={share.format(percent / 100)}
                defaultChecked={alerts.limit_percents.includes(percent)}
              />
            ))}
          </fieldset>
        </div>
        <ProblemNote error={form.problem} />
      </form>
    </Card>
  )
}
