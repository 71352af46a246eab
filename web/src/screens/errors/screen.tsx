import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('API Errors')} />
      <Card>
        <Empty icon="alert" title={t('Not here yet')}>
          {t('Failed calls of the last days will stand here, grouped by cause, each with what to do about it.')}
        </Empty>
      </Card>
    </>
  )
}
