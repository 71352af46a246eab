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
        <Empty icon={isPurchases ? 'download' : 'database'} title={t('Not here yet')}>
          {isPurchases
            ? t('Databases you have bought will stand here, with their files to download.')
            : t('Databases you can buy whole will stand here, with samples and prices.')}
        </Empty>
      </Card>
    </>
  )
}
