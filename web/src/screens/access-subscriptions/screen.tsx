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
        <Empty icon="repeat" title={t('Not here yet')}>
          {t('All API subscriptions and the automatic top-up of your balance will stand here.')}
        </Empty>
      </Card>
    </>
  )
}
