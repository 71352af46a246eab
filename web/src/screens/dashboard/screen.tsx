import { useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { Card } from '#ui/card.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function Screen() {
  const t = useT()
  const user = useUser()
  return (
    <>
      <PageHeader title={t('API Dashboard')} />
      <Card>
        <Empty icon="dashboard" title={t('Welcome, {name}', { name: user?.name ?? '' })}>
          {t('No calls yet. Spend, requests and errors show here after your first call.')}
        </Empty>
      </Card>
    </>
  )
}
