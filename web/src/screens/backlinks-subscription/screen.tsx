import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('Backlinks API Access')} />
      <Card>
        <Empty icon="link" title={t('Coming soon')}>
          {t('Your Backlinks subscription will appear here: its status, what it includes and what it costs.')}
        </Empty>
      </Card>
    </>
  )
}
