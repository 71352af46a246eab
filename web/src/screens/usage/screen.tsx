import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('API Usage')} />
      <Card>
        <Empty icon="chart" title={t('Not here yet')}>
          {t('What each API was asked, what it returned and what it cost will stand here, by day, function and login.')}
        </Empty>
      </Card>
    </>
  )
}
