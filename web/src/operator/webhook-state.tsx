import type { Output } from '@portico/contract/endpoint.ts'
import type { operator } from '@portico/contract/operator.ts'
import { Badge } from '#ui/show/badge.tsx'
import { useConsoleT } from './texts.ts'

export type Webhook = Output<typeof operator.listWebhooks>['webhooks'][number]

export function StateBadge({ webhook: { is_paused, failed } }: { webhook: Webhook }) {
  const t = useConsoleT()
  if (is_paused) return <Badge>{t('Paused')}</Badge>
  return failed > 0 ? <Badge tone="warn">{t('Failing')}</Badge> : <Badge tone="good">{t('Active')}</Badge>
}
