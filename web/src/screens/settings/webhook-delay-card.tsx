import { may } from '@portico/contract/permissions.ts'
import { type SettingsInfo, settings, WEBHOOK_DELAYS_MS } from '@portico/contract/settings.ts'
import * as z from 'zod/mini'
import { useSavedForm } from '#forms/use-saved-form.ts'
import { useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { Select } from '#ui/input/select.tsx'
import { CallSettingsCard } from './call-settings-card.tsx'
import styles from './settings.module.css'
import { settingsQuery, useSaved } from './settings-query.ts'

const chosen = z.object({ delay: z.string() })
const delayOf = (text: string) => WEBHOOK_DELAYS_MS.find((known) => String(known) === text)

export function WebhookDelayCard({ info: { webhook_delay_ms, role } }: { info: SettingsInfo }) {
  const canChange = may(role, 'change_call_settings')
  const { t, language } = useI18n()
  const saved = useSaved()
  const shown = { delay: String(webhook_delay_ms) }
  const form = useSavedForm(
    chosen,
    async ({ delay }) => {
      const input = { webhook_delay_ms: delayOf(delay) ?? 0, seen: delayOf(shown.delay) }
      saved(await call(settings.saveWebhookDelay, input), 'The webhook delay was saved.')
    },
    { shown, query: settingsQuery.queryKey },
  )
  const duration = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' })
  const options = WEBHOOK_DELAYS_MS.map((delay_ms) => ({
    value: String(delay_ms),
    label: delay_ms === 0 ? t('Off') : duration.format(delay_ms),
  }))
  return (
    <CallSettingsCard
      id="webhook-delay"
      title={t('Webhook delay')}
      note={t('Minimum delay between two webhooks to your server.')}
      form={form}
      canChange={canChange}
    >
      <div className={styles.narrow}>
        <Select
          label={t('Delay')}
          name="delay"
          options={options}
          defaultValue={shown.delay}
          disabled={!canChange}
          noMessage
        />
      </div>
    </CallSettingsCard>
  )
}
