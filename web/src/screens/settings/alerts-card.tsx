import { ALERT_LABELS } from '@portico/contract/alert-kinds.ts'
import { may } from '@portico/contract/permissions.ts'
import { type SettingsInfo, settings } from '@portico/contract/settings.ts'
import { useId } from 'react'
import cards from '#forms/card-page.module.css'
import { ProblemNote } from '#forms/problem-note.tsx'
import { SaveActions } from '#forms/save-actions.tsx'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { RoleNote } from '#session/role-note.tsx'
import { Checkbox } from '#ui/input/checkbox.tsx'
import { Field } from '#ui/input/field.tsx'
import { Card } from '#ui/show/card.tsx'
import { alertShown, alertsFrom, alertValues, NUMBER_FIELDS, PERCENTS } from './alert-values.ts'
import styles from './settings.module.css'
import { settingsQuery, useSaved } from './settings-query.ts'

export function AlertsCard({ info: { alerts, role } }: { info: SettingsInfo }) {
  const { t, language } = useI18n()
  const saved = useSaved()
  const canChange = may(role, 'manage_alerts')
  const id = useId()
  const shown = alertShown(alerts)
  const share = new Intl.NumberFormat(language, { style: 'percent' })
  const form = useSavedForm(
    alertValues,
    async (values) => {
      saved(await call(settings.saveAlerts, { ...alertsFrom(values), seen: alerts }), 'The alerts were saved.')
    },
    { shown, query: settingsQuery.queryKey },
  )
  return (
    <Card
      id="alerts"
      title={t('Alerts')}
      note={t(
        'We notify you by e-mail and under the bell when any of these happens. Leave a field empty to turn its alert off.',
      )}
      className={cards.card}
      footer={canChange && <SaveActions form={form} id={id} />}
    >
      <form {...form.props} id={id} className={styles.stack}>
        <RoleNote action="manage_alerts" />
        <div className={styles.fields}>
          {NUMBER_FIELDS.map(({ name, label, look, hint }) => (
            <Field
              key={name}
              {...look}
              autoComplete="off"
              disabled={!canChange}
              label={t(label)}
              name={name}
              defaultValue={shown[name]}
              hint={hint?.(t)}
              error={form.wrong(name)}
            />
          ))}
          <fieldset className={styles.percents} disabled={!canChange}>
            <legend className={styles.legend}>{t(ALERT_LABELS.limit_percents)}</legend>
            {PERCENTS.map((percent) => (
              <Checkbox
                key={percent}
                name={`percent_${percent}`}
                label={share.format(percent / 100)}
                defaultChecked={shown[`percent_${percent}`]}
              />
            ))}
          </fieldset>
        </div>
        <ProblemNote error={form.problem} />
      </form>
    </Card>
  )
}
