import { may } from '@portico/contract/permissions.ts'
import { DUPLICATES, type SettingsInfo, settings } from '@portico/contract/settings.ts'
import * as z from 'zod/mini'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Select } from '#ui/input/select.tsx'
import { CallSettingsCard } from './call-settings-card.tsx'
import styles from './settings.module.css'
import { settingsQuery, useSaved } from './settings-query.ts'

const chosen = z.object({ hour: z.string(), day: z.string() })
const OFF = 'off'
const stepOf = (text: string) => DUPLICATES.find((step) => String(step) === text) ?? null

export function DuplicatesCard({ info: { duplicates, role } }: { info: SettingsInfo }) {
  const canChange = may(role, 'change_call_settings')
  const { t } = useI18n()
  const saved = useSaved()
  const shown = { hour: String(duplicates.hour ?? OFF), day: String(duplicates.day ?? OFF) }
  const form = useSavedForm(
    chosen,
    async ({ hour, day }) => {
      const input = { hour: stepOf(hour), day: stepOf(day), seen: duplicates }
      saved(await call(settings.saveDuplicates, input), 'The limit on duplicate tasks was saved.')
    },
    { shown, query: settingsQuery.queryKey },
  )
  const options = [
    { value: OFF, label: t('Off') },
    ...DUPLICATES.map((step) => ({ value: String(step), label: String(step) })),
  ]
  return (
    <CallSettingsCard
      id="duplicates"
      title={t('Duplicate tasks')}
      note={t('Identical tasks beyond these limits are refused with code 40205 or 40206 and cost nothing.')}
      form={form}
      canChange={canChange}
    >
      <div className={styles.fields}>
        <Select
          label={t('Identical tasks per hour')}
          name="hour"
          options={options}
          defaultValue={shown.hour}
          disabled={!canChange}
          noMessage
        />
        <Select
          label={t('Identical tasks per day')}
          name="day"
          options={options}
          defaultValue={shown.day}
          disabled={!canChange}
          noMessage
        />
      </div>
    </CallSettingsCard>
  )
}
