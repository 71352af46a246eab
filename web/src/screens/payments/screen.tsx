import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('Payments')} />
      <Card>
        <Empty icon="card" title={t('Coming soon')}>
          {t('Payments, invoices and your balance history will appear here.')}
        </Empty>
      </Card>
    </>
  )
}
