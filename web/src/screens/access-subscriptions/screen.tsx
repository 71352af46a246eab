import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('API Access Subscriptions')} />
      <Card>
        <Empty icon="repeat" title={t('Coming soon')}>
          {t('Your API subscriptions and auto-recharge will appear here.')}
        </Empty>
      </Card>
    </>
  )
}
