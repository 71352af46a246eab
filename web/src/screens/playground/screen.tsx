import { useT } from '#i18n/i18n.tsx'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('API Playground')} />
      <Card>
        <Empty icon="play" title={t('Not here yet')}>
          {t('Every function of the API can be tried here, in the sandbox for free or live at its price.')}
        </Empty>
      </Card>
    </>
  )
}
