import type { SettingsInfo } from '@portico/contract/settings.ts'
import cards from '#forms/card-page.module.css'
import { useI18n } from '#i18n/i18n.tsx'
import { Card } from '#ui/show/card.tsx'
import { KeyValues } from '#ui/show/key-values.tsx'

/** Set by the operator; shown here so that customers know them before a request is refused. */
export function RequestLimitsCard({ info: { request_limits } }: { info: SettingsInfo }) {
  const { t, language } = useI18n()
  const number = new Intl.NumberFormat(language)
  const items = [
    { key: 'minute', label: t('Requests per minute'), value: number.format(request_limits.per_minute) },
    { key: 'once', label: t('Concurrent requests'), value: number.format(request_limits.simultaneous) },
    { key: 'tasks', label: t('Tasks per request'), value: number.format(request_limits.tasks_per_post) },
  ]
  return (
    <Card
      id="request-limits"
      title={t('Request limits')}
      note={t('Set by us. Requests above these limits are refused with code 40202, 40209 or 40006 and cost nothing.')}
      className={cards.card}
    >
      <KeyValues items={items.map((item) => ({ ...item, numeric: true }))} />
    </Card>
  )
}
