import { useT } from '#i18n/i18n.tsx'
import { paths } from '#lib/paths.ts'
import { usePlace } from '#lib/place.ts'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  const isPurchases = usePlace().path.startsWith(paths.databasesPurchases)
  return (
    <>
      <PageHeader title={isPurchases ? t('My Purchases') : t('Databases')} />
      <Card>
        <Empty icon={isPurchases ? 'download' : 'database'} title={t('Coming soon')}>
          {isPurchases
            ? t('Databases you have bought will appear here, ready to download.')
            : t('Databases for sale will appear here, with samples and prices.')}
        </Empty>
      </Card>
    </>
  )
}
